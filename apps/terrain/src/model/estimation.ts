/**
 * The future échéances of lines that the office has not billed yet, computed from the rates on the phone and shown as
 * an estimate.
 */
import {
  baremeDe,
  countsUnits,
  FORFAIT,
  quantiteText,
  type Rate,
  type Unite,
} from '@octroi/contract/fiscalite/tarifs/bareme';
import { jourReporte } from '@octroi/contract/fiscalite/suspensions/suspension-words';
import { montantNonSuspendu, type Suspendue } from '@octroi/contract/fiscalite/suspensions/suspendu';
import { jourExigible, type Terme } from '@octroi/contract/fiscalite/taxes/terme';
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

/** The rate of a place for a line: the place's own, else the nearest ancestor's. */
function rateAt(referentiel: Referentiel, taxe: number, lieu: number, precision: string | undefined) {
  const parents = new Map(referentiel.lieux.map(([id, , parent]) => [id, parent]));
  for (let at: number | null | undefined = lieu; at != null; at = parents.get(at)) {
    const found = referentiel.tarifs.find(([taxeId, place]) => taxeId === taxe && place === at);
    if (!found) continue;
    const [, , single, named] = found;
    const counted = countedAt(referentiel, taxe, at);
    const seuils = seuilsAt(referentiel, taxe, at);
    if (seuils) return { ...counted.rules, ...tranches(named, seuils, counted.comptees) };
    const chosen = precision ? named.find(([nom]) => nom === precision) : undefined;
    const tarif = chosen?.[1] ?? single;
    const parUnite = chosen ? counted.comptees.includes(chosen[0]) : counted.parUnite;
    return tarif === null ? undefined : { ...counted.rules, tarif, parUnite, precisions: [] };
  }
  return undefined;
}

const seuilsAt = ({ seuils = [] }: Referentiel, taxe: number, lieu: number): number[] | undefined =>
  seuils.find(([taxeId, place]) => taxeId === taxe && place === lieu)?.[2];

/** The précisions of a rate by tranche, from the lowest. */
const tranches = (
  named: readonly [libelle: string, tarif: number][],
  seuils: readonly number[],
  comptees: readonly string[],
) => ({
  tarif: null,
  parUnite: false,
  precisions: named.map(([libelle, tarif], rank) => ({
    libelle,
    tarif,
    parUnite: comptees.includes(libelle),
    seuil: seuils[rank] ?? null,
  })),
});

/** What the rates of a place count. */
function countedAt({ baremes = [] }: Referentiel, taxe: number, lieu: number) {
  const found = baremes.find(([taxeId, place]) => taxeId === taxe && place === lieu);
  const [, , parUnite, franchise, minimum, maximum, arrondi, comptees] = found ?? [];
  return {
    parUnite: parUnite ?? false,
    comptees: comptees ?? [],
    rules: {
      franchise: franchise ?? null,
      minimum: minimum ?? null,
      maximum: maximum ?? null,
      arrondi: arrondi ?? FORFAIT.arrondi,
    },
  };
}

/** The unit of the base of a line; null if it is counted by piece. */
export function uniteOf({ unites = [] }: Referentiel, ligne: Ligne): Unite | null {
  const found = unites.find(
    ([nature, type]) => nature === (ligne.natureActivite ?? 0) && type === (ligne.typeEquipement ?? 0),
  );
  return found ? { unite: found[2], uniteDecimales: found[3] } : null;
}

/** `Étal, Grand (3,5 m²)`. */
function ligneText(referentiel: Referentiel, ligne: Ligne): string {
  const { natureActivite, typeEquipement, precision, quantite } = ligne;
  const [bases, id] =
    typeEquipement === undefined
      ? [referentiel.natures, natureActivite]
      : [referentiel.typesEquipement, typeEquipement];
  const nom = bases.find(([base]) => base === id)?.[1];
  const unite = uniteOf(referentiel, ligne);
  const counted = unite && quantite !== undefined ? ` (${quantiteText(quantite, unite.unite)})` : '';
  return `${[nom, precision].filter(Boolean).join(', ')}${counted}`;
}

/** Names of the lines for whose quantity the rates of a place ask nothing. */
export const rienAPayer = (
  referentiel: Referentiel,
  lieu: number,
  lignes: readonly Ligne[],
  jour: Day,
): string[] =>
  lignes.flatMap((ligne) => {
    const tarifs = tarifsOf(enVigueur(referentiel, jour), lieu, ligne);
    const counts = tarifs.some(({ rate }) => countsUnits(rate)) && ligne.quantite !== undefined;
    const isYear = Number(jour.slice(0, 4)) === referentiel.annee;
    // a suspension is another reason than the quantity
    return counts && isYear && estimer({ ...referentiel, suspensions: [] }, lieu, [ligne], jour).length === 0
      ? [ligneText(referentiel, ligne)]
      : [];
  });

/** Francs of one occurrence of a tax that applies to a line, with its name. */
export interface Tarif {
  id: number;
  taxe: string;
  /** The rate of the line, which a quantity may decide, and what it counts. */
  rate: Rate;
  /** Billed periods per year. */
  parAn: number;
  occurrences: number;
}

/** The taxes of the base of a line. */
const taxesOf = ({ taxes }: Referentiel, { natureActivite, typeEquipement }: Ligne): Referentiel['taxes'] =>
  taxes.filter(
    ([, , nature, type]) =>
      (natureActivite && nature === natureActivite) || (typeEquipement && type === typeEquipement),
  );

/** The reference data with the rates in force on a day of its year, instead of those of the first day. */
export function enVigueur(referentiel: Referentiel, jour: Day): Referentiel {
  const begun = new Map(
    (referentiel.changements ?? [])
      .filter(([, , debut]) => debut <= jour)
      .map((changement) => [`${changement[0]} ${changement[1]}`, changement]),
  );
  if (begun.size === 0) return referentiel;
  const unchanged = <Row extends [number, number, ...unknown[]]>(rows: readonly Row[] = []): Row[] =>
    rows.filter(([taxe, lieu]) => !begun.has(`${taxe} ${lieu}`));
  const changed = [...begun.values()];
  return {
    ...referentiel,
    // a place that is left out keeps a row without a rate, and inherits none
    tarifs: [
      ...unchanged(referentiel.tarifs),
      ...changed.map(([taxe, lieu, , tarif, named]): Referentiel['tarifs'][number] => [
        taxe,
        lieu,
        tarif,
        named,
      ]),
    ],
    baremes: [
      ...unchanged(referentiel.baremes),
      ...changed.map(([taxe, lieu, , , , rules]): NonNullable<Referentiel['baremes']>[number] => [
        taxe,
        lieu,
        ...rules,
      ]),
    ],
    seuils: [
      ...unchanged(referentiel.seuils),
      ...changed.flatMap(([taxe, lieu, , , , , seuils]): NonNullable<Referentiel['seuils']> =>
        seuils.length > 0 ? [[taxe, lieu, seuils]] : [],
      ),
    ],
  };
}

export function tarifsOf(referentiel: Referentiel, lieu: number, ligne: Ligne): Tarif[] {
  return taxesOf(referentiel, ligne).flatMap(([id, taxe, , , parAn, occurrences]) => {
    const rate = rateAt(referentiel, id, lieu, ligne.precision);
    return rate === undefined ? [] : [{ id, taxe, rate, parAn, occurrences }];
  });
}

const dayOf = (annee: number, month: number): Day => {
  const first = new Date(Date.UTC(annee, month - 1, 1));
  return first.toISOString().slice(0, 10);
};

/** When a tax falls due; on the first day of a period unless the office says otherwise. */
function termeOf({ termes = [] }: Referentiel, taxe: number): Terme {
  const [, limite, delai] = termes.find(([id]) => id === taxe) ?? [taxe, null, null];
  return { limite, delai };
}

const suspensionsAt = ({ suspensions = [] }: Referentiel, taxe: number, lieu: number): Suspendue[] =>
  suspensions.flatMap(([only, du, fin, partielles, lieux]) =>
    (only === 0 || only === taxe) && lieux.includes(lieu) ? [{ du, fin, partielles }] : [],
  );

const moratoiresAt = ({ moratoires = [] }: Referentiel, taxe: number, lieu: number) =>
  moratoires.flatMap(([only, du, fin, lieux]) =>
    (only === 0 || only === taxe) && lieux.includes(lieu) ? [{ du, fin }] : [],
  );

/**
 * From the period of the enrolment to the end of its year, each due on its tax's day but not before the enrolment plus
 * its delay (docs/regles-de-calcul.md); empty for a year whose rates are not on the phone.
 */
export function estimer(referentiel: Referentiel, lieu: number, lignes: readonly Ligne[], jour: Day): Du[] {
  const annee = Number(jour.slice(0, 4));
  if (annee !== referentiel.annee) return [];
  const month = Number(jour.slice(5, 7));
  // reference data downloaded before this field existed lack the delay
  const auPlusTot = addDays(jour, referentiel.delaiNouveau || 0);
  return lignes.flatMap((ligne) =>
    taxesOf(referentiel, ligne).flatMap(([id, , , , parAn, occurrences]): Du[] => {
      const quantite = ligne.quantite ?? null;
      const terme = termeOf(referentiel, id);
      const suspendues = suspensionsAt(referentiel, id, lieu);
      const moratoires = moratoiresAt(referentiel, id, lieu);
      const first = Math.floor((month * parAn + 11) / 12);
      // a tax collected once has one period, that of the enrolment, and counts its delay from that day
      const once = occurrences === 0;
      return Array.from({ length: once ? 1 : parAn - first + 1 }, (_, index) => first + index).flatMap(
        (periode): Du[] => {
          const debut = dayOf(annee, Math.floor(((periode - 1) * 12) / parAn) + 1);
          const rate = rateAt(enVigueur(referentiel, debut), id, lieu, ligne.precision);
          const bareme = rate && baremeDe(rate, null, quantite);
          if (!bareme) return [];
          const montant = montantNonSuspendu(bareme, quantite, { occurrences, annee, periode }, suspendues);
          // suspended, or a quantity within the franchise owes nothing
          if (montant === null || (montant === 0 && bareme.parUnite)) return [];
          const jourDeTaxe = jourExigible(once ? jour : debut, terme);
          const exigible = jourDeTaxe < auPlusTot ? auPlusTot : jourDeTaxe;
          return [[id, annee, jourReporte(exigible, moratoires), periode, montant]];
        },
      );
    }),
  );
}
