import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/fr';
import { DateInput } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { Day } from '@octroi/contract/platform/values/period';

dayjs.extend(customParseFormat);

interface DayInputProps {
  value: Day | null;
  onChange: (day: Day | null) => void;
  label?: string;
  'aria-label'?: string;
  required?: boolean;
  error?: string | undefined;
  disabled?: boolean;
  size?: 'xs' | 'sm' | 'md';
  min?: Day;
  max?: Day;
}

const FORMATS = ['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY', 'DD-MM-YYYY', 'YYYY-MM-DD'];

/** A day, typed as DD/MM/YYYY or picked from a calendar; weeks start on Monday, in French. */
export function DayInput({ value, onChange, min, max, required, size = 'sm', ...rest }: DayInputProps) {
  return (
    <DateInput
      {...rest}
      size={size}
      withAsterisk={required ?? false}
      value={value}
      onChange={onChange}
      locale="fr"
      firstDayOfWeek={1}
      nextLabel="Suivant"
      previousLabel="Précédent"
      valueFormat="DD/MM/YYYY"
      placeholder="JJ/MM/AAAA"
      dateParser={(text) => {
        const day = dayjs(text, FORMATS, true);
        return day.isValid() ? day.format('YYYY-MM-DD') : null;
      }}
      hideOutsideDates
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer la date' }}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      popoverProps={{ withinPortal: true }}
    />
  );
}
