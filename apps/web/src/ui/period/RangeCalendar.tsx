import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/fr';
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import type { OpenRange } from '@octroi/contract/platform/values/period';

interface RangeCalendarProps {
  value: OpenRange;
  /** First day of an unfinished range. */
  begun: string | null;
  onPick: (days: [string | null, string | null]) => void;
}

const LABELS = {
  nextMonth: 'Mois suivant',
  previousMonth: 'Mois précédent',
  nextYear: 'Année suivante',
  previousYear: 'Année précédente',
  nextDecade: 'Décennie suivante',
  previousDecade: 'Décennie précédente',
  monthLevelControl: 'Choisir un mois',
  yearLevelControl: 'Choisir une année',
};

/** A calendar of two months, in French, weeks from Monday. */
export function RangeCalendar({ value, begun, onPick }: RangeCalendarProps) {
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      locale="fr"
      firstDayOfWeek={1}
      weekendDays={[]}
      numberOfColumns={wide ? 2 : 1}
      columnsToScroll={1}
      defaultDate={value.from ?? value.to ?? new Date()}
      value={begun ? [begun, null] : [value.from ?? null, value.to ?? null]}
      onChange={onPick}
      ariaLabels={LABELS}
    />
  );
}
