/** The days of « Point du mois ». Pure, without schemas, because its screen loads it. */
import { addDays, type Day, type DayRange, periodRange } from '../platform/values/period.ts';

/** Most addresses that get it by mail. */
export const MAX_ADRESSES = 10;

/** The month of the last complete day: on the first of a month, the one before. */
export const moisDuPoint = (today: Day): string => addDays(today, -1).slice(0, 7);

/**
 * The days counted: from the first of the month to its last complete one.
 * @param mois `2026-11`
 * @returns undefined while no day of the month is complete
 */
export function joursDuPoint(mois: string, today: Day): DayRange | undefined {
  const { from, to } = periodRange('ceMois', `${mois}-01`);
  const yesterday = addDays(today, -1);
  return from > yesterday ? undefined : { from, to: to < yesterday ? to : yesterday };
}

/** The months offered: the last complete day's, and the twelve before. */
export function moisOfferts(today: Day): string[] {
  const months = [moisDuPoint(today)];
  while (months.length < 13) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return months;
}

const monthFormat = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'long', year: 'numeric' });
/** `2026-11` -> `novembre 2026`. */
export const moisText = (mois: string): string => monthFormat.format(Date.parse(`${mois}-01T00:00:00Z`));
