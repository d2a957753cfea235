/** Days as files write them: day first, in one order for a column; a day that may be read two ways is never guessed. */
import { isDay } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';

/** What a text may mean, as ISO days. */
export type DayReading = { day: string } | { days: readonly [dayFirst: string, monthFirst: string] };

const MONTHS = [
  ['janvier', 'janv', 'jan'],
  ['fevrier', 'fevr', 'fev'],
  ['mars', 'mar'],
  ['avril', 'avr'],
  ['mai'],
  ['juin'],
  ['juillet', 'juil'],
  ['aout'],
  ['septembre', 'sept', 'sep'],
  ['octobre', 'oct'],
  ['novembre', 'nov'],
  ['decembre', 'dec'],
];
/** An hour of that place; one with an offset may be of another day there. */
const HOUR = String.raw`(?:[t ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?`;
const NUMBERED = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${HOUR}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})${HOUR}$`);
const WRITTEN = new RegExp(String.raw`^(\d{1,2})(?:er)?[ -]([a-z]+)\.?[ -](\d{4})${HOUR}$`);
/** Midnight of UTC, as programs write a day. */
const MIDNIGHT = /t00:00:00(?:\.0+)?(?:z|\+00:00)$/;

function dayOf(year: string, month: string | number, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : undefined;
}

/** As the day comes first, and as the month would. */
function readingsOf(text: string): { dayFirst?: string | undefined; monthFirst?: string | undefined } {
  const plain = folded(text).replace(MIDNIGHT, '');
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(plain) ?? [];
  if (year) return { dayFirst: dayOf(year, month, day) };
  const [, at = '', name = '', ofYear = ''] = WRITTEN.exec(plain) ?? [];
  const rank = MONTHS.findIndex((names) => names.includes(name));
  if (rank >= 0) return { dayFirst: dayOf(ofYear, rank + 1, at) };
  const [, first = '', , second = '', last = ''] = NUMBERED.exec(plain) ?? [];
  return { dayFirst: dayOf(last, second, first), monthFirst: dayOf(last, first, second) };
}

/** The days of one column, looked at before any of them is read. */
export class DayColumn {
  private hasDayFirst = false;
  private hasMonthFirst = false;

  /** Takes the evidence of a cell. */
  see(text: string): void {
    const { dayFirst, monthFirst } = readingsOf(text);
    if (dayFirst && !monthFirst) this.hasDayFirst = true;
    if (monthFirst && !dayFirst) this.hasMonthFirst = true;
  }

  /** @returns undefined for what is no day, or is one with the month first alone */
  read(text: string): DayReading | undefined {
    const { dayFirst, monthFirst } = readingsOf(text);
    if (!dayFirst) return undefined;
    const isEither = monthFirst !== undefined && monthFirst !== dayFirst;
    return isEither && this.hasMonthFirst && !this.hasDayFirst
      ? { days: [dayFirst, monthFirst] }
      : { day: dayFirst };
  }
}
