/**
 * Intervals of statistics by date: how a period is cut into rows, and the previous period (specification 2 sections
 * 2.15, 3 and 4). Server and screen share the rule, so that their rows cover the same days.
 */
import { addDays, type Day, type DayRange, periodRange } from '../platform/values/period.ts';

export const PAS = ['jour', 'semaine', 'mois', 'annee'] as const;
/** The interval of one row. */
export type Pas = (typeof PAS)[number];

export const PAS_LABELS: Record<Pas, string> = {
  jour: 'Par jour',
  semaine: 'Par semaine',
  mois: 'Par mois',
  annee: 'Par année',
};

/** Most rows of a table by date; a finer interval of a longer period is refused. */
export const MAX_LIGNES_PERIODE = 400;

/** One row: its days, all within the period. */
export interface Tranche extends DayRange {
  /** The row's label: its day; in a view by month within one year the number of the month, at most two characters. */
  date: string;
}

const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** Days of a period, both ends included. */
export const lengthOf = ({ from, to }: DayRange): number => dayNumber(to) - dayNumber(from) + 1;

const yearOf = (day: Day): number => Number(day.slice(0, 4));
const ofOneYear = ({ from, to }: DayRange): boolean => yearOf(from) === yearOf(to);

/** The last day of the day, ISO week, month or year in which `day` lies. */
function endOf(day: Day, pas: Pas): Day {
  switch (pas) {
    case 'jour':
      return day;
    case 'semaine':
      return periodRange('cetteSemaine', day).to;
    case 'mois':
      return periodRange('ceMois', day).to;
    case 'annee':
      return `${day.slice(0, 4)}-12-31`;
  }
}

/** The first day of the day, ISO week, month or year in which `day` lies. */
export function startOf(day: Day, pas: Pas): Day {
  switch (pas) {
    case 'jour':
      return day;
    case 'semaine':
      return periodRange('cetteSemaine', day).from;
    case 'mois':
      return periodRange('ceMois', day).from;
    case 'annee':
      return `${day.slice(0, 4)}-01-01`;
  }
}

/** Average days per interval, to estimate the number of rows. */
const LENGTHS: Record<Pas, number> = { jour: 1, semaine: 7, mois: 30.4, annee: 365.2 };
const countTranches = (range: DayRange, pas: Pas): number => Math.ceil(lengthOf(range) / LENGTHS[pas]);

/** The intervals allowed for a period; years always are. */
export const availablePas = (range: DayRange): Pas[] =>
  PAS.filter((pas) => pas === 'annee' || countTranches(range, pas) <= MAX_LIGNES_PERIODE);

/** The default interval: days up to two months, weeks up to half a year, months up to twenty years, then years. */
export function pasOf(range: DayRange): Pas {
  const days = lengthOf(range);
  if (days <= 62) return 'jour';
  if (days <= 186) return 'semaine';
  return days <= 7305 ? 'mois' : 'annee';
}

/** The rows of a period in order, empty ones included. */
export function tranchesOf(range: DayRange, pas: Pas): Tranche[] {
  const numbered = pas === 'mois' && ofOneYear(range);
  const tranches: Tranche[] = [];
  for (let from = range.from; from <= range.to;) {
    const end = endOf(from, pas);
    const to = end < range.to ? end : range.to;
    const date = numbered ? String(Number(from.slice(5, 7))) : pas === 'mois' ? startOf(from, pas) : from;
    tranches.push({ date, from, to });
    if (to >= '9999-12-31') break;
    from = addDays(to, 1);
  }
  return tranches;
}

/** Whether the range is exactly one week, month or year. */
const isWholePeriod = ({ from, to }: DayRange, pas: Pas): boolean =>
  startOf(from, pas) === from && endOf(from, pas) === to;

/**
 * The previous period: the week, month or year before, or as many days just before. If the period is not over on
 * `today`, the previous one ends at the same point, so that both are comparable.
 * @returns undefined if the calendar has no earlier days
 */
export function periodBefore(range: DayRange, today: Day): DayRange | undefined {
  if (range.from < '0010-01-01') return undefined;
  const to = addDays(range.from, -1);
  const calendar = (['semaine', 'mois', 'annee'] as const).find((pas) => isWholePeriod(range, pas));
  const from = calendar ? startOf(to, calendar) : addDays(range.from, -lengthOf(range));
  if (today < range.from || today >= range.to) return { from, to };
  const reached = addDays(from, lengthOf({ from: range.from, to: today }) - 1);
  return { from, to: reached < to ? reached : to };
}
