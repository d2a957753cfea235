/** Rules for the rates of a tax, common to all calls (specification 1 sections 4 and 5, design section 5). */
import { FIRST_YEAR, formatDay, TAXE_MESSAGES, wholeRateFault } from '@octroi/contract';
import { AppError, type FieldError } from '#src/platform/http/problem.ts';
import type { StoredApplication } from '../tarifs/applications.repository.ts';
import type { YearsAndPlaces } from './taxes.repository.ts';

export interface WantedPrecision {
  /** Null if it is new. */
  id: number | null;
  libelle: string;
  tarif: number;
  parUnite: boolean;
  seuil: number | null;
}
/** A requested application. */
export interface DesiredApplication extends Omit<StoredApplication, 'id' | 'precisione'> {
  /** Null if it is new. */
  id: number | null;
  precisione: WantedPrecision[];
}

/** Maximum number of faults reported. */
const MAX_FAULTS = 50;

interface Placed {
  ramification: number;
  annee: number;
}
const keyOf = ({ ramification, annee }: Placed): string => `${ramification} ${annee}`;

/** What only one application of a tax has: place, year and first day. */
export const placeKey = (one: Placed & { depuis: string | null }): string =>
  `${keyOf(one)} ${one.depuis ?? ''}`;

/** The value of an application, to detect changes. */
const valueOf = (one: DesiredApplication | StoredApplication): string =>
  JSON.stringify([
    one.tarif,
    one.exclue,
    baremeOf(one),
    one.precisione
      .map(({ libelle, tarif, parUnite, seuil }) => JSON.stringify([libelle, tarif, parUnite, seuil]))
      .sort(),
  ]);

/** What an application says beside its rates. */
export const baremeOf = ({
  parUnite,
  franchise,
  minimum,
  maximum,
  arrondi,
}: Pick<StoredApplication, 'parUnite' | 'franchise' | 'minimum' | 'maximum' | 'arrondi'>) => ({
  parUnite,
  franchise,
  minimum,
  maximum,
  arrondi,
});

export const yearsOf = (applications: readonly { annee: number }[]): number[] =>
  [...new Set(applications.map(({ annee }) => annee))].sort((a, b) => a - b);

const twice = ({ annee, depuis }: DesiredApplication): FieldError =>
  depuis === null
    ? { field: 'annee', message: `Cette sous-entité a deux tarifs pour ${annee}` }
    : { field: 'depuis', message: `Cette sous-entité a deux tarifs depuis le ${formatDay(depuis)}` };

/** Faults of one application alone. */
function ownFault(one: DesiredApplication, { lieux }: YearsAndPlaces): FieldError | undefined {
  if (!lieux.has(one.ramification))
    return { field: 'ramification', message: "Cette sous-entité n'est pas de la collectivité de la taxe." };
  return wholeRateFault(one);
}

/**
 * Whether a sub-entity has a rate in some part of a year: its own, or that of its nearest ancestor with an application.
 * @param byPlace applications by place and year
 */
function isRated(
  byPlace: ReadonlyMap<string, readonly Pick<DesiredApplication, 'exclue'>[]>,
  { lieux }: Pick<YearsAndPlaces, 'lieux'>,
  ramification: number,
  annee: number,
): boolean {
  for (let at: number | null = ramification; at !== null; at = lieux.get(at)?.parent ?? null) {
    const found = byPlace.get(keyOf({ ramification: at, annee }));
    // excluded in that year by its own application, on purpose
    if (found) return found.some(({ exclue }) => !exclue) || at === ramification;
  }
  return false;
}

/**
 * Years in which a sub-entity's rate is added, changed or removed. Excluding a sub-entity that had no rate changes
 * nothing.
 */
function changedYears(
  before: readonly StoredApplication[],
  desired: readonly DesiredApplication[],
  entite: Pick<YearsAndPlaces, 'lieux'>,
): Set<number> {
  const byPlace = Map.groupBy(before, keyOf);
  const own = new Map(before.map((one) => [placeKey(one), one]));
  const left = new Map(own);
  const years = new Set<number>();
  for (const one of desired) {
    const same = own.get(placeKey(one));
    left.delete(placeKey(one));
    const saysNothing = !same && one.exclue && !isRated(byPlace, entite, one.ramification, one.annee);
    if (!saysNothing && (!same || valueOf(same) !== valueOf(one))) years.add(one.annee);
  }
  for (const { annee } of left.values()) years.add(annee);
  return years;
}

/** Sub-entities with a rate in one year and none in another. */
function gaps(desired: readonly DesiredApplication[], entite: YearsAndPlaces): FieldError[] {
  const byPlace = Map.groupBy(desired, keyOf);
  const places = new Set(desired.filter(({ exclue }) => !exclue).map(({ ramification }) => ramification));
  return [...places].flatMap((ramification) =>
    yearsOf(desired)
      .filter((annee) => !isRated(byPlace, entite, ramification, annee))
      .map((annee) => ({
        field: 'applications',
        message: `« ${entite.lieux.get(ramification)?.nom} » n'a pas de tarif pour ${annee}`,
      })),
  );
}

/**
 * Refuses years out of range or closed.
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
 * Refuses invalid rates.
 * @param before the present applications of the tax
 * @throws AppError 400 with each fault at its application, 409 for a closed year
 */
export function demandRates(
  before: readonly StoredApplication[],
  desired: readonly DesiredApplication[],
  entite: YearsAndPlaces,
): void {
  const keys = new Set<string>();
  const faults = desired.flatMap((one, index): FieldError[] => {
    const fault = keys.has(placeKey(one)) ? twice(one) : ownFault(one, entite);
    keys.add(placeKey(one));
    return fault ? [{ field: `applications.${index}.${fault.field}`, message: fault.message }] : [];
  });
  if (!desired.some(({ exclue }) => !exclue)) faults.push({ field: 'annee', message: TAXE_MESSAGES.annee });
  if (faults.length === 0) faults.push(...gaps(desired, entite));
  if (faults[0]) throw new AppError('requete.invalide', faults[0].message, faults.slice(0, MAX_FAULTS));
  demandOpenYears(changedYears(before, desired, entite), entite);
}
