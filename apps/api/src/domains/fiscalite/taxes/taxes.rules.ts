/** What the rates of a tax must be, whichever call brings them (specification 1 sections 4 and 5, design section 5). */
import { FIRST_YEAR, rateFault, TAXE_MESSAGES } from '@octroi/contract';
import { AppError, type FieldError } from '#src/platform/http/problem.ts';
import type { StoredApplication } from '../tarifs/applications.repository.ts';
import type { YearsAndPlaces } from './taxes.repository.ts';

export interface WantedPrecision {
  /** Null for one that does not exist yet. */
  id: number | null;
  libelle: string;
  tarif: number;
}
/** An application as it is to be. */
export interface WantedApplication extends Omit<StoredApplication, 'id' | 'precisione'> {
  /** Null for one that does not exist yet. */
  id: number | null;
  precisione: WantedPrecision[];
}

/** Faults told at once at most: beyond, they only repeat themselves. */
const TOLD = 50;

const keyOf = ({ ramification, annee }: { ramification: number; annee: number }): string =>
  `${ramification} ${annee}`;

/** What makes an application another one than before. */
const valueOf = ({ tarif, exclue, precisione }: WantedApplication | StoredApplication): string =>
  JSON.stringify([
    tarif,
    exclue,
    precisione.map(({ libelle, tarif: rate }) => JSON.stringify([libelle, rate])).sort(),
  ]);

export const yearsOf = (applications: readonly { annee: number }[]): number[] =>
  [...new Set(applications.map(({ annee }) => annee))].sort((a, b) => a - b);

/** Faults of one application by itself. */
function ownFault(one: WantedApplication, { lieux }: YearsAndPlaces): FieldError | undefined {
  if (!lieux.has(one.ramification))
    return { field: 'ramification', message: "Cette sous-entité n'est pas de la collectivité de la taxe." };
  return rateFault(one);
}

/** Whether a sub-entity has a rate in a year: its own, or that of the nearest one above that has an application. */
function isRated(
  byPlace: ReadonlyMap<string, Pick<WantedApplication, 'exclue'>>,
  { lieux }: Pick<YearsAndPlaces, 'lieux'>,
  ramification: number,
  annee: number,
): boolean {
  for (let at: number | null = ramification; at !== null; at = lieux.get(at)?.parent ?? null) {
    const found = byPlace.get(keyOf({ ramification: at, annee }));
    // Left out in that year by its own application: said on purpose.
    if (found) return !found.exclue || at === ramification;
  }
  return false;
}

/**
 * Years in which a sub-entity's rate is added, changed or taken away. That one which had none is said to be left out changes
 * nothing.
 */
function changedYears(
  before: readonly StoredApplication[],
  wanted: readonly WantedApplication[],
  known: Pick<YearsAndPlaces, 'lieux'>,
): Set<number> {
  const byPlace = new Map(before.map((one) => [keyOf(one), one]));
  const left = new Map(byPlace);
  const years = new Set<number>();
  for (const one of wanted) {
    const same = byPlace.get(keyOf(one));
    left.delete(keyOf(one));
    const saysNothing = !same && one.exclue && !isRated(byPlace, known, one.ramification, one.annee);
    if (!saysNothing && (!same || valueOf(same) !== valueOf(one))) years.add(one.annee);
  }
  for (const { annee } of left.values()) years.add(annee);
  return years;
}

/** Sub-entities that have a rate in one year and none in another. */
function gaps(wanted: readonly WantedApplication[], known: YearsAndPlaces): FieldError[] {
  const byPlace = new Map(wanted.map((one) => [keyOf(one), one]));
  const places = new Set(wanted.filter(({ exclue }) => !exclue).map(({ ramification }) => ramification));
  return [...places].flatMap((ramification) =>
    yearsOf(wanted)
      .filter((annee) => !isRated(byPlace, known, ramification, annee))
      .map((annee) => ({
        field: 'applications',
        message: `« ${known.lieux.get(ramification)?.nom} » n'a pas de tarif pour ${annee}`,
      })),
  );
}

/**
 * Refuses years that are out of range or closed.
 * @throws AppError 400 or 409
 */
export function demandOpenYears(
  years: Iterable<number>,
  { annee: present, closes }: Pick<YearsAndPlaces, 'annee' | 'closes'>,
): void {
  for (const annee of years) {
    if (annee < FIRST_YEAR || annee > present + 1)
      throw new AppError('requete.invalide', `L'année d'une taxe va de ${FIRST_YEAR} à ${present + 1}.`, [
        { field: 'annee', message: `L'année ${annee} n'est pas permise.` },
      ]);
    if (closes.includes(annee))
      throw new AppError('conflit.regle', `L'année ${annee} est close : ses tarifs ne changent plus.`, [
        { field: 'annee', message: `L'année ${annee} est close.` },
      ]);
  }
}

/**
 * Refuses rates that do not make a tax.
 * @param before the applications that the tax has now
 * @throws AppError 400 with each fault at its application, 409 for a closed year
 */
export function demandRates(
  before: readonly StoredApplication[],
  wanted: readonly WantedApplication[],
  known: YearsAndPlaces,
): void {
  const seen = new Set<string>();
  const faults = wanted.flatMap((one, index): FieldError[] => {
    const fault = seen.has(keyOf(one))
      ? { field: 'annee', message: `Cette sous-entité a deux tarifs pour ${one.annee}` }
      : ownFault(one, known);
    seen.add(keyOf(one));
    return fault ? [{ field: `applications.${index}.${fault.field}`, message: fault.message }] : [];
  });
  if (!wanted.some(({ exclue }) => !exclue)) faults.push({ field: 'annee', message: TAXE_MESSAGES.annee });
  if (faults.length === 0) faults.push(...gaps(wanted, known));
  if (faults[0]) throw new AppError('requete.invalide', faults[0].message, faults.slice(0, TOLD));
  demandOpenYears(changedYears(before, wanted, known), known);
}
