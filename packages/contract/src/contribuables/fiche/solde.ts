/** What is worked out of a taxpayer's account: its balance, and what a payment would pay (docs/regles-de-calcul.md). Pure. */
import { sorteDePeriode } from '../../fiscalite/echeances/periodes.ts';
import { etatSolde, formatNumber, sumBy } from '../../platform/values/money.ts';
import { daysBetween } from '../../platform/values/period.ts';
import type { Echec, ExerciceCompte, Solde } from './compte.ts';

type Due = Pick<Echec, 'montant' | 'paye' | 'exigibleLe'>;

export const resteOf = ({ montant, paye }: Pick<Due, 'montant' | 'paye'>): number => montant - paye;

/** Days since it fell due; 0 where it is paid, or not due yet. */
export const retardOf = (due: Due, jour: string): number =>
  resteOf(due) > 0 ? Math.max(0, daysBetween(due.exigibleLe, jour)) : 0;

/** Nothing planned, nothing paid. */
export const exerciceVide = (annee: number): ExerciceCompte => ({
  annee,
  prevu: 0,
  paye: 0,
  avance: 0,
  restant: 0,
});

/**
 * The balance of an account.
 * @param exercices of all its years
 * @param echeances of all its years, paid ones too
 * @param annee the year that is looked at
 * @param jour the day by which something is due or not yet
 */
export function soldeOf(
  exercices: readonly ExerciceCompte[],
  echeances: readonly Due[],
  annee: number,
  jour: string,
): Solde {
  const exercice = exercices.find((each) => each.annee === annee) ?? exerciceVide(annee);
  const [due, later] = [true, false].map((isDue) =>
    echeances.filter((each) => resteOf(each) > 0 && each.exigibleLe <= jour === isDue),
  ) as [Due[], Due[]];
  const [exigible, aEchoir] = [sumBy(due, resteOf), sumBy(later, resteOf)];
  const avance = sumBy(exercices, (each) => each.avance);
  const next = later.map(({ exigibleLe }) => exigibleLe).toSorted()[0];
  return {
    exercice: { ...exercice, etat: etatSolde(exercice.prevu, exercice.paye) },
    anterieurs: sumBy(
      exercices.filter((each) => each.annee < annee),
      ({ restant }) => restant,
    ),
    suivants: sumBy(
      exercices.filter((each) => each.annee > annee),
      ({ restant }) => restant,
    ),
    exigible,
    aEchoir,
    avance,
    aPayer: Math.max(0, exigible + aEchoir - avance),
    credit: Math.max(0, avance - exigible - aEchoir),
    aPayerMaintenant: Math.max(0, exigible - avance),
    prochaine:
      next === undefined
        ? null
        : {
            jour: next,
            montant: sumBy(
              later.filter(({ exigibleLe }) => exigibleLe === next),
              resteOf,
            ),
          },
  };
}

/** A part of a payment: of an échéance, or in advance. */
interface Part {
  echeance: number | null;
  /** Of the échéance; null for what is paid in advance. */
  annee: number | null;
  montant: number;
}

/**
 * How a payment would be split: the year that is asked for first, then the oldest unpaid échéance, the rest in advance.
 * The database splits by the same rule when it is booked (`imputePayments`).
 * @param echeances in the order in which payments pay them: by year, period, id
 */
export function repartition(
  echeances: readonly Pick<Echec, 'id' | 'annee' | 'montant' | 'paye'>[],
  montant: number,
  annee: number | null = null,
): Part[] {
  const inOrder = [
    ...echeances.filter((each) => each.annee === annee),
    ...echeances.filter((each) => each.annee !== annee),
  ];
  const parts: Part[] = [];
  let left = montant;
  for (const each of inOrder) {
    const part = Math.min(left, resteOf(each));
    if (part <= 0) continue;
    parts.push({ echeance: each.id, annee: each.annee, montant: part });
    left -= part;
  }
  if (left > 0) parts.push({ echeance: null, annee: null, montant: left });
  return parts;
}

/** How money that is given back is taken: of what is paid in advance first, then of what échéances were paid last. */
interface Reprise {
  avance: number;
  /** Owed again. */
  echeances: number;
}

/**
 * What a refund would take back, in francs; the API imputes it by the same rule (`imputeNegative`).
 * @param montant above 0, at most what was paid
 */
export function reprise(exercices: readonly Pick<ExerciceCompte, 'avance'>[], montant: number): Reprise {
  const avance = Math.min(
    montant,
    sumBy(exercices, (each) => Math.max(0, each.avance)),
  );
  return { avance, echeances: montant - avance };
}

/** What a taxable base is charged: so many échéances, at one price where all have the same. */
interface TarifEcheances {
  nombre: number;
  /** Of each échéance, in francs; null where they differ. */
  prix: number | null;
  /** How many a whole year has; null for what earlier years left, brought in by an import. */
  parAn: number | null;
}

/** `4 × 8 500 par trimestre`; `8 mois` where prices differ; how it is said on every paper. */
export function tarifText({ nombre, prix, parAn }: TarifEcheances): string {
  if (nombre === 0) return 'Sans tarif';
  if (parAn === null) return 'Reporté';
  const periode = sorteDePeriode(parAn);
  if (prix !== null)
    return `${nombre} × ${formatNumber(prix)} ${periode ? `par ${periode}` : 'par échéance'}`;
  const several = nombre > 1 && periode !== 'mois' ? 's' : '';
  return periode ? `${nombre} ${periode}${several}` : `${nombre} échéance${several}`;
}
