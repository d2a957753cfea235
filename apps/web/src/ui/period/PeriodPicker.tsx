import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import {
  type OpenRange,
  type Period,
  periodOf,
  periodRange,
  PERIODS,
} from '@octroi/contract/platform/values/period';
import { IconChevronDown } from '@tabler/icons-react';
import { useSession } from '#src/platform/session.ts';
import { Segments } from '../Segments.tsx';
import { RangePicker } from './RangePicker.tsx';
import classes from './PeriodPicker.module.css';

const BUTTONS = ['aujourdhui', 'cetteSemaine', 'ceMois', 'cetteAnnee'] as const satisfies Period[];
const MENU = ['hier', 'semaineDerniere', 'moisDernier'] as const satisfies Period[];

interface PeriodPickerProps {
  value: OpenRange;
  onChange: (range: OpenRange) => void;
  /** Offers « L'an dernier » too. */
  lastYear?: boolean;
  /** Offers to leave the dates open. */
  open?: boolean;
}

/** The period of a screen (specification 1 section 2): four buttons, a menu of past periods, and a date range. */
export function PeriodPicker({ value, onChange, lastYear = false, open = false }: PeriodPickerProps) {
  const { today } = useSession();
  const active = value.from && value.to ? periodOf({ from: value.from, to: value.to }, today) : undefined;
  const past: readonly Period[] = lastYear ? [...MENU, 'anDernier'] : MENU;
  const chosen = past.find((period) => period === active);
  const choose = (period: Period): void => onChange(periodRange(period, today));
  return (
    <div className={classes.picker}>
      <Segments
        label="Période"
        segments={BUTTONS.map((period) => ({ value: period, label: PERIODS[period] }))}
        value={BUTTONS.find((period) => period === active)}
        onChange={choose}
      />
      <Menu position="bottom-start" width={200} shadow="md">
        <Menu.Target>
          <button type="button" className={classes.button} data-active={chosen ? true : undefined}>
            {chosen ? PERIODS[chosen] : 'Autre'}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {past.map((period) => (
            <Menu.Item key={period} onClick={() => choose(period)}>
              {PERIODS[period]}
            </Menu.Item>
          ))}
          {open ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => onChange({})}>Toutes les dates</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <RangePicker value={value} onChange={onChange} open={open} />
    </div>
  );
}
