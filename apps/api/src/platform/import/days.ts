/** Reads days in files: the order of day and month is that of the column; an ambiguous day is never guessed. */
import type { OrdreJours } from '@octroi/contract';
import { isDay } from '@octroi/contract/platform/values/period';
import { folded } from '@octroi/contract/platform/values/text';

/** The possible meanings of a text, as ISO days. */
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
/** A local time; with an offset, the day there might be another. */
const HOUR = String.raw`(?:[t ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?`;
const NUMBERED = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${HOUR}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})${HOUR}$`);
const WRITTEN = new RegExp(String.raw`^(\d{1,2})(?:er)?[ -]([a-z]+)\.?[ -](\d{4})${HOUR}$`);
/** Midnight UTC, as programs write a day. */
const MIDNIGHT = /t00:00:00(?:\.0+)?(?:z|\+00:00)$/;

function dayOf(year: string, month: string | number, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const iso = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : undefined;
}

/** Reads the text with the day first, and with the month first; `isSure` if its format has only one order. */
function readingsOf(text: string): {
  dayFirst?: string | undefined;
  monthFirst?: string | undefined;
  isSure?: boolean;
} {
  const plain = folded(text).replace(MIDNIGHT, '');
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(plain) ?? [];
  if (year) return { dayFirst: dayOf(year, month, day), isSure: true };
  const [, at = '', name = '', yearOfName = ''] = WRITTEN.exec(plain) ?? [];
  const rank = MONTHS.findIndex((names) => names.includes(name));
  if (rank >= 0) return { dayFirst: dayOf(yearOfName, rank + 1, at), isSure: true };
  const [, first = '', , second = '', last = ''] = NUMBERED.exec(plain) ?? [];
  return { dayFirst: dayOf(last, second, first), monthFirst: dayOf(last, first, second) };
}

/** The order of a column's days, found before any is read. */
export class DayColumn {
  private hasDayFirst = false;
  private hasMonthFirst = false;

  /** Uses a cell as evidence of the order. */
  addEvidence(text: string): void {
    const { dayFirst, monthFirst } = readingsOf(text);
    if (dayFirst && !monthFirst) this.hasDayFirst = true;
    if (monthFirst && !dayFirst) this.hasMonthFirst = true;
  }

  /**
   * @param ordre the person's choice for the file
   * @returns undefined if the text is not a day in that order; without a choice, if it is only one with the month first
   */
  read(text: string, ordre?: OrdreJours): DayReading | undefined {
    const { dayFirst, monthFirst, isSure = false } = readingsOf(text);
    const chosen = ordre === 'mois' && !isSure ? monthFirst : dayFirst;
    if (ordre !== undefined) return chosen === undefined ? undefined : { day: chosen };
    if (!dayFirst) return undefined;
    const isEither = monthFirst !== undefined && monthFirst !== dayFirst;
    return isEither && this.hasMonthFirst && !this.hasDayFirst
      ? { days: [dayFirst, monthFirst] }
      : { day: dayFirst };
  }
}
