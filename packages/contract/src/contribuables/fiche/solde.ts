/**
 * Computations on a taxpayer's account: its balance, and how a payment would be split (docs/regles-de-calcul.md). Pure.
 */
import { sorteDePeriode } from '../../fiscalite/echeances/periodes.ts';
import { etatSolde, formatNumber, sumBy } from '../../platform/values/money.ts';
import { daysBetween } from '../../platform/values/period.ts';
import type { Echec, ExerciceCompte, Solde } from './compte.ts';

type Due = Pick<Echec, 'montant' | 'paye' | 'exigibleLe'>;

export const resteOf = ({ montant, paye }: Pick<Due, 'montant' | 'paye'>): number => montant - paye;

/** Days overdue; 0 if paid or not due yet. */
export const retardOf = (due: Due, jour: string): number =>
  resteOf(due) > 0 ? Math.max(0, daysBetween(due.exigibleLe, jour)) : 0;

/** A year without échéance and payment. */
export const exerciceVide = (annee: number): ExerciceCompte => ({
  annee,
  prevu: 0,
  paye: 0,
  avance: 0,
  restant: 0,
});

/**
 * The balance of an account.
 * @param exercices all years of the account
 * @param echeances all years, paid ones included
 * @param annee the requested year
 * @param jour the day that separates due from not yet due
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

/** A part of a payment: for one échéance, or an advance. */
interface Part {
  echeance: number | null;
  /** Year of the échéance; null for an advance. */
  annee: number | null;
  montant: number;
}

/**
 * How a payment would be split: the requested year first, then the oldest unpaid échéance; the rest is an advance. The
 * database applies the same rule when the payment is booked (`imputePayments`).
 * @param echeances in payment order: by year, period, id
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

/** The sources of refunded money: advances first, then the échéances paid last. */
interface Reprise {
  avance: number;
  /** Francs that are due again. */
  echeances: number;
}

/**
 * What a refund would take back, in francs; the API applies the same rule (`imputeNegative`).
 * @param montant above 0, at most the amount paid
 */
export function reprise(exercices: readonly Pick<ExerciceCompte, 'avance'>[], montant: number): Reprise {
  const avance = Math.min(
    montant,
    sumBy(exercices, (each) => Math.max(0, each.avance)),
  );
  return { avance, echeances: montant - avance };
}

/** The échéances of a taxable base: their number, and their price if it is the same for all. */
interface TarifEcheances {
  nombre: number;
  /** Francs per échéance; null if prices differ. */
  prix: number | null;
  /** Échéances in a full year; null for imported debts of earlier years. */
  parAn: number | null;
  /** Whether the rate asks nothing for its quantity. */
  rien?: boolean | undefined;
  /** Whether an exonération takes it away. */
  exonere?: boolean | undefined;
}

/** `4 × 8 500 par trimestre`; `8 mois` if prices differ. All papers use this wording. */
export function tarifText({ nombre, prix, parAn, rien, exonere }: TarifEcheances): string {
  if (nombre === 0) return exonere ? 'Exonéré' : rien ? 'Rien à payer' : 'Sans tarif';
  if (parAn === null) return 'Reporté';
  const periode = sorteDePeriode(parAn);
  if (prix !== null)
    return `${nombre} × ${formatNumber(prix)} ${periode ? `par ${periode}` : 'par échéance'}`;
  const several = nombre > 1 && periode !== 'mois' ? 's' : '';
  return periode ? `${nombre} ${periode}${several}` : `${nombre} échéance${several}`;
}
