/** The period in the address: `from` and `to`; absent means today; `dates=toutes` means no bounds. */
import {
  type Day,
  formatDay,
  isDay,
  type OpenRange,
  PERIODS,
  periodOf,
  periodRange,
  rangeText,
} from '@octroi/contract/platform/values/period';

export interface PeriodSearch {
  from?: Day | undefined;
  to?: Day | undefined;
  dates?: 'toutes' | undefined;
  /** Quick search: with it, no period applies by default. */
  q?: string | undefined;
}

const readDay = (raw: unknown): Day | undefined => (typeof raw === 'string' && isDay(raw) ? raw : undefined);

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export function readPeriodSearch(raw: Record<string, unknown>): PeriodSearch {
  const from = readDay(raw.from);
  const to = readDay(raw.to);
  if (from && to && from > to) return { from: to, to: from };
  return { from, to, dates: !from && !to && raw.dates === 'toutes' ? 'toutes' : undefined };
}

/** The days of an address. @param today the default, unless there are search words */
export function rangeOf({ from, to, dates, q }: PeriodSearch, today: Day): OpenRange {
  if (from || to) return { from, to };
  return dates || q ? {} : { from: today, to: today };
}

/** The search parameters of a range, for `rangeOf`. @param q the search words, if any */
export function searchOfRange({ from, to }: OpenRange, today: Day, q?: string): PeriodSearch {
  const open = !from && !to;
  const preset = from === today && to === today && !q;
  return {
    from: preset ? undefined : from,
    to: preset ? undefined : to,
    dates: open ? 'toutes' : undefined,
  };
}

/** The range within a sentence: `aujourd'hui`, `cette année`, `du 02/11/2026 au 13/11/2026`. */
export function rangeWords({ from, to }: OpenRange, today: Day): string {
  if (!from || !to) return from || to ? rangeText({ from, to }).toLowerCase() : 'à ce jour';
  const period = periodOf({ from, to }, today);
  if (period) return PERIODS[period].toLowerCase();
  return from === to ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(to)}`;
}

export const isToday = ({ from, to }: OpenRange, today: Day): boolean => from === today && to === today;

export const thisYear = (today: Day): OpenRange => periodRange('cetteAnnee', today);
