import '@mantine/core/styles/Popover.layer.css';
import { useState } from 'react';
import { CloseButton, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type OpenRange, rangeText } from '@octroi/contract/platform/values/period';
import classes from './PeriodPicker.module.css';
import { RangeCalendar } from './RangeCalendar.tsx';

interface RangePickerProps {
  value: OpenRange;
  onChange: (range: OpenRange) => void;
  /** Offers to leave the dates open. */
  open: boolean;
}

/** A date range, shown as DD/MM/YYYY au DD/MM/YYYY; the second click in the calendar completes it. */
export function RangePicker({ value, onChange, open }: RangePickerProps) {
  const [shown, setShown] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const bounded = Boolean(value.from ?? value.to);
  const show = (next: boolean): void => {
    setShown(next);
    setBegun(null);
  };
  const pick = ([from, to]: [string | null, string | null]): void => {
    if (!from || !to) return setBegun(from);
    show(false);
    onChange({ from, to });
  };
  return (
    <Popover opened={shown} onChange={show} position="bottom-start" shadow="md" trapFocus returnFocus>
      <span className={classes.range}>
        <Popover.Target>
          <button
            type="button"
            className={classes.button}
            aria-label={`Dates : ${rangeText(value)}`}
            onClick={() => show(!shown)}
          >
            <IconCalendar size={16} stroke={1.6} aria-hidden />
            {rangeText(value)}
          </button>
        </Popover.Target>
        {open && bounded ? (
          <CloseButton
            className={classes.clear}
            size={24}
            iconSize={14}
            aria-label="Toutes les dates"
            onClick={() => onChange({})}
          />
        ) : null}
      </span>
      <Popover.Dropdown>
        <RangeCalendar value={value} begun={begun} onPick={pick} />
        <p className={classes.hint} aria-live="polite">
          {begun ? 'Choisissez le dernier jour.' : 'Choisissez le premier, puis le dernier jour.'}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
