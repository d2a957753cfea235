/** What a year may bring in by its end (docs/regles-de-calcul.md): apart from the schemas, which its screen does not need. */
import { addDays, type Day, daysBetween } from '../platform/values/period.ts';

/** How a year end is worked out: as the year before went on, or evenly. */
export const METHODES_PROJECTION = ['anneePrecedente', 'proportionnelle'] as const;

interface Projection {
  /** Francs. */
  montant: number;
  methode: (typeof METHODES_PROJECTION)[number];
}

/** Days of the year before which nothing is said of its end. */
const PREMIER_JOUR_PROJETE = 28;
/** Share of its total, in percent, that the year before must have brought in by the same day to be followed. */
const PART_MINIMALE_PRECEDENT = 5;

const dayOfYear = (day: Day): number => daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;
const daysOf = (year: number): number => dayOfYear(`${year}-12-31`);

/** The same day of the year before; the 28th for a 29 February. */
export function memeJourAvant(day: Day): Day {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return day.endsWith('-02-29') ? addDays(`${before.slice(0, 4)}-03-01`, -1) : before;
}

/** `part × whole / base`, rounded half up; exact beyond what a float holds. */
const scaled = (part: number, whole: number, base: number): number =>
  Number((BigInt(part) * BigInt(whole) * 2n + BigInt(base)) / (BigInt(base) * 2n));

/**
 * What the year may bring in by its end, in francs: what it has brought in, in the proportion in which the year before
 * went on from the same day; or evenly by days, where that year brought in less than 5 % of its total by then. Nothing in
 * the first four weeks, nor where nothing came in.
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
