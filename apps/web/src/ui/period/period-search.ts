/** A period in the address: `from` and `to`, nothing for today, `dates=toutes` for no bound at all. */
import {
  type Day,
  formatDay,
  isDay,
  type OpenRange,
  PERIODS,
  periodOf,
  periodRange,
  rangeText,
} from '@octroi/contract/period';

export interface PeriodSearch {
  from?: Day | undefined;
  to?: Day | undefined;
  dates?: 'toutes' | undefined;
}

const readDay = (raw: unknown): Day | undefined => (typeof raw === 'string' && isDay(raw) ? raw : undefined);

/** Reads the period of an address; what makes no sense is left out (`validateSearch`). */
export function readPeriodSearch(raw: Record<string, unknown>): PeriodSearch {
  const from = readDay(raw.from);
  const to = readDay(raw.to);
  if (from && to && from > to) return { from: to, to: from };
  return { from, to, dates: !from && !to && raw.dates === 'toutes' ? 'toutes' : undefined };
}

/** The days that an address means. @param today what it means when it says nothing */
export function rangeOf({ from, to, dates }: PeriodSearch, today: Day): OpenRange {
  if (from || to) return { from, to };
  return dates ? {} : { from: today, to: today };
}

/** The search parameters that tell a range; `rangeOf` gives it back. */
export function searchOfRange({ from, to }: OpenRange, today: Day): PeriodSearch {
  const open = !from && !to;
  const isToday = from === today && to === today;
  return {
    from: isToday ? undefined : from,
    to: isToday ? undefined : to,
    dates: open ? 'toutes' : undefined,
  };
}

/** The range inside a sentence: `aujourd'hui`, `cette année`, `du 02/11/2026 au 13/11/2026`. */
export function rangeWords({ from, to }: OpenRange, today: Day): string {
  if (!from || !to) return from || to ? rangeText({ from, to }).toLowerCase() : 'à ce jour';
  const period = periodOf({ from, to }, today);
  if (period) return PERIODS[period].toLowerCase();
  return from === to ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(to)}`;
}

export const isToday = ({ from, to }: OpenRange, today: Day): boolean => from === today && to === today;

export const thisYear = (today: Day): OpenRange => periodRange('cetteAnnee', today);
