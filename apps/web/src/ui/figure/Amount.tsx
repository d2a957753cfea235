import { formatNumber } from '@octroi/contract/platform/values/money';
import classes from './Amount.module.css';

interface AmountProps {
  /** Whole francs CFA; empty if unknown. */
  value: number | null | undefined;
  /** Adds `F CFA`. */
  unit?: boolean;
}

/** An amount, `1 234 567` with narrow no-break spaces and tabular figures. */
export function Amount({ value, unit = false }: AmountProps) {
  if (value === null || value === undefined) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.amount}>
      {formatNumber(value)}
      {unit ? ' F CFA' : null}
    </span>
  );
}
