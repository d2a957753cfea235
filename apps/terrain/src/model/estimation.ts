/**
 * The future échéances of lines that the office has not billed yet, computed from the rates on the phone and shown as
 * an estimate.
 */
import { type Bareme, FORFAIT, montantDePeriode, type Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import { addDays, type Day } from '@octroi/contract/platform/values/period';
import type { Du, Referentiel } from '#src/platform/exchange/wire.ts';

/** A taxable line: an equipment type with its précision, or an activity. */
export interface Ligne {
  natureActivite?: number;
  typeEquipement?: number;
  precision?: string;
  /** Quantity in the unit of the base, if it has one. */
  quantite?: number;
}

export const sameLigne = (a: Ligne, b: Ligne): boolean =>
  a.natureActivite === b.natureActivite &&
  a.typeEquipement === b.typeEquipement &&
  a.precision === b.precision;

/** The rate of a place: its own, else the nearest ancestor's. */
function rateAt(referentiel: Referentiel, taxe: number, lieu: number, precision: string | undefined) {
  const parents = new Map(referentiel.lieux.map(([id, , parent]) => [id, parent]));
  for (let at: number | null | undefined = lieu; at != null; at = parents.get(at)) {
    const rate = referentiel.tarifs.find(([taxeId, place]) => taxeId === taxe && place === at);
    if (!rate) continue;
    const precisionRate = precision ? rate[3].find(([nom]) => nom === precision)?.[1] : undefined;
    const tarif = precisionRate ?? rate[2] ?? undefined;
    return tarif === undefined
      ? undefined
      : baremeAt(referentiel, {
          taxe,
          lieu: at,
          precision: precisionRate === undefined ? undefined : precision,
          tarif,
        });
  }
  return undefined;
}

/** What a rate of a place counts. */
function baremeAt(
  { baremes = [] }: Referentiel,
  {
    taxe,
    lieu,
    precision,
    tarif,
  }: { taxe: number; lieu: number; precision: string | undefined; tarif: number },
): Bareme {
  const found = baremes.find(([taxeId, place]) => taxeId === taxe && place === lieu);
  if (!found) return { ...FORFAIT, tarif };
  const [, , parUnite, franchise, minimum, maximum, arrondi, comptees] = found;
  return {
    tarif,
    parUnite: precision === undefined ? parUnite : comptees.includes(precision),
    franchise,
    minimum,
    maximum,
    arrondi,
  };
}

/** The unit of the base of a line; null if it is counted by piece. */
export function uniteOf({ unites = [] }: Referentiel, ligne: Ligne): Unite | null {
  const found = unites.find(
    ([nature, type]) => nature === (ligne.natureActivite ?? 0) && type === (ligne.typeEquipement ?? 0),
  );
  return found ? { unite: found[2], uniteDecimales: found[3] } : null;
}

/** Francs of one occurrence of a tax that applies to a line, with its name. */
export interface Tarif {
  id: number;
  taxe: string;
  /** The rate, and what it counts. */
  bareme: Bareme;
  /** Billed periods per year. */
  parAn: number;
  occurrences: number;
}

export function tarifsOf(referentiel: Referentiel, lieu: number, ligne: Ligne): Tarif[] {
  return referentiel.taxes.flatMap(([id, taxe, nature, type, parAn, occurrences]) => {
    const meets =
      (ligne.natureActivite && nature === ligne.natureActivite) ||
      (ligne.typeEquipement && type === ligne.typeEquipement);
    const bareme = meets ? rateAt(referentiel, id, lieu, ligne.precision) : undefined;
    return bareme === undefined ? [] : [{ id, taxe, bareme, parAn, occurrences }];
  });
}

const dayOf = (annee: number, month: number): Day => {
  const first = new Date(Date.UTC(annee, month - 1, 1));
  return first.toISOString().slice(0, 10);
};

/**
 * From the period of the enrolment to the end of its year, each due on its first day but not before the enrolment plus
 * its delay (docs/regles-de-calcul.md); empty for a year whose rates are not on the phone.
 */
export function estimer(referentiel: Referentiel, lieu: number, lignes: readonly Ligne[], jour: Day): Du[] {
  const annee = Number(jour.slice(0, 4));
  if (annee !== referentiel.annee) return [];
  const month = Number(jour.slice(5, 7));
  // reference data downloaded before this field existed lack the delay
  const auPlusTot = addDays(jour, referentiel.delaiNouveau || 0);
  return lignes.flatMap((ligne) =>
    tarifsOf(referentiel, lieu, ligne).flatMap((tarif): Du[] => {
      const { id, parAn } = tarif;
      const first = Math.floor((month * parAn + 11) / 12);
      return Array.from({ length: parAn - first + 1 }, (_, index) => first + index).flatMap(
        (periode): Du[] => {
          const { bareme, occurrences } = tarif;
          const montant = montantDePeriode(bareme, ligne.quantite ?? null, { occurrences, annee, periode });
          // a quantity within the franchise owes nothing
          if (montant === null || (montant === 0 && bareme.parUnite)) return [];
          const debut = dayOf(annee, Math.floor(((periode - 1) * 12) / parAn) + 1);
          const exigible = debut < auPlusTot ? auPlusTot : debut;
          return [[id, annee, exigible, periode, montant]];
        },
      );
    }),
  );
}
