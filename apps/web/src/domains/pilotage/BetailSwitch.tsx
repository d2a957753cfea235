import type { Betail } from './figure-search.ts';
import classes from './dashboard/Dashboard.module.css';

interface BetailSwitchProps {
  value: Betail | undefined;
  onChange: (value: Betail | undefined) => void;
}

/** Switches between livestock taxpayers only and all others. */
export function BetailSwitch({ value, onChange }: BetailSwitchProps) {
  const alone = value === 1;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={alone}
      className={classes.switch}
      title="Montrer les éleveurs seulement"
      onClick={() => onChange(alone ? undefined : 1)}
    >
      <i />
      Bétail
    </button>
  );
}
