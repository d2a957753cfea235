/** Rates that begin within their year, among the rows of a year: rows with the same first day form one rate. Pure. */
import { debutPeriode, periodesParAn } from '@octroi/contract/fiscalite/echeances/periodes';
import { formatDay } from '@octroi/contract/platform/values/period';
import type { Ligne } from './ligne.ts';

/** The rows of one rate, and its first day; null: that of the year. */
export interface Groupe {
  depuis: string | null;
  lignes: readonly Ligne[];
}

/** The rates of a year, in their order. */
export const groupesDe = (lignes: readonly Ligne[]): Groupe[] =>
  [...Map.groupBy(lignes, ({ depuis }) => depuis ?? null)].map(([depuis, rows]) => ({
    depuis,
    lignes: rows,
  }));

const plain = ({ depuis: _, ...ligne }: Ligne): Ligne => ligne;

/** Rows that begin on a day; null: on the first one of the year. */
export const depuisLe = (lignes: readonly Ligne[], depuis: string | null): Ligne[] =>
  lignes.map((ligne) => (depuis === null ? plain(ligne) : { ...plain(ligne), depuis }));

/** The rows of a year as another year has them from its first day on: those in force last, or first if it is earlier. */
export function lignesPour(lignes: readonly Ligne[], later: boolean): readonly Ligne[] {
  const rated = groupesDe(lignes).filter((groupe) => !groupe.lignes.every(({ exclue }) => exclue));
  return depuisLe((later ? rated.at(-1) : rated[0])?.lignes ?? lignes, null);
}

/** A rate that begins after the last one of a year: on the first day of the next quarter, with the same rows. */
export function avecDepuis(lignes: readonly Ligne[], annee: number): Ligne[] {
  const groupes = groupesDe(lignes);
  const last = groupes.at(-1);
  const quarters = ['04-01', '07-01', '10-01', '12-01'].map((day) => `${annee}-${day}`);
  const first = groupes.length === 1 && last?.depuis === null ? `${annee}-07-01` : undefined;
  const depuis = first ?? quarters.find((day) => day > (last?.depuis ?? '')) ?? `${annee}-12-31`;
  const rows = (last?.lignes ?? []).map(({ id: _, exclue: __, ...ligne }) => ligne);
  return [...lignes, ...depuisLe(rows, depuis)];
}

/** The error of the first day of each rate of a year, by that day. */
export function depuisFaults(groupes: readonly Groupe[], annee: number): Map<string | null, string> {
  return new Map(
    groupes.flatMap(({ depuis }): [string | null, string][] => {
      if (depuis === null) return [];
      if (depuis === '') return [[depuis, 'Entrez le premier jour de ce tarif']];
      if (depuis.slice(0, 4) !== String(annee)) return [[depuis, `Entrez un jour de ${annee}`]];
      return depuis === `${annee}-01-01` && groupes.some((other) => other.depuis === null)
        ? [[depuis, `Deux tarifs depuis le ${formatDay(depuis)}`]]
        : [];
    }),
  );
}

/** Whether no period of the year begins while a rate is in force, so that it bills nothing of that year. */
export function isSansPeriode(
  groupes: readonly Groupe[],
  rank: number,
  annee: number,
  occurrences: number,
): boolean {
  const begins = (groupe: Groupe | undefined) => groupe && (groupe.depuis ?? `${annee}-01-01`);
  const [from, to = `${annee + 1}-01-01`] = [begins(groupes[rank]), begins(groupes[rank + 1])];
  return Array.from({ length: periodesParAn(occurrences) }, (_, index) =>
    debutPeriode(occurrences, annee, index + 1),
  ).every((day) => day < (from ?? day) || day >= to);
}

/**
 * The rows that a place has with its own rates: what it inherits before the first of them begins, then its own.
 * @param inherited undefined if the place above has no rate
 */
export function avecHerite(inherited: readonly Ligne[] | undefined, own: readonly Ligne[]): readonly Ligne[] {
  const first = groupesDe(own)[0]?.depuis ?? null;
  if (first === null) return own;
  return [...(inherited ?? []).filter(({ depuis }) => depuis === undefined || depuis < first), ...own];
}
