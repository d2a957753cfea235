/**
 * The projection of a year's total (docs/regles-de-calcul.md); apart from the schemas, so that the screen does not load
 * zod.
 */
import { addDays, type Day, daysBetween } from '../platform/values/period.ts';

/** The projection method: proportional to the year before, or evenly by days. */
export const METHODES_PROJECTION = ['anneePrecedente', 'proportionnelle'] as const;

interface Projection {
  /** Francs. */
  montant: number;
  methode: (typeof METHODES_PROJECTION)[number];
}

/** Days of the year before a projection is made. */
const PREMIER_JOUR_PROJETE = 28;
/** Minimum share of its total, in percent, that the year before must have received by the same day to be used. */
const PART_MINIMALE_PRECEDENT = 5;

const dayOfYear = (day: Day): number => daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;
const daysOf = (year: number): number => dayOfYear(`${year}-12-31`);

/** The same day of the previous year; 28 February for a 29 February. */
export function memeJourAvant(day: Day): Day {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return day.endsWith('-02-29') ? addDays(`${before.slice(0, 4)}-03-01`, -1) : before;
}

/** `part × whole / base`, rounded half up; exact beyond the precision of a float. */
const scaled = (part: number, whole: number, base: number): number =>
  Number((BigInt(part) * BigInt(whole) * 2n + BigInt(base)) / (BigInt(base) * 2n));

/**
 * The projected total of the year, in francs: the amount received so far, scaled as the year before continued from the
 * same day; or scaled by days, if that year had received less than 5 % of its total by then. None in the first four
 * weeks, nor without receipts.
 * @param jour last day counted
 */
export function projeter(
  jour: Day,
  encaisse: number,
  precedent: { encaisse: number; total: number },
): Projection | null {
  const elapsed = dayOfYear(jour);
  const days = daysOf(Number(jour.slice(0, 4)));
  if (elapsed === days || elapsed < PREMIER_JOUR_PROJETE || encaisse <= 0) return null;
  const followed =
    precedent.encaisse > 0 && precedent.encaisse * 100 >= precedent.total * PART_MINIMALE_PRECEDENT;
  return followed
    ? { montant: scaled(encaisse, precedent.total, precedent.encaisse), methode: 'anneePrecedente' }
    : { montant: scaled(encaisse, days, elapsed), methode: 'proportionnelle' };
}
