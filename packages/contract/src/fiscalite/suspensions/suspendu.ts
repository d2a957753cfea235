/**
 * What suspensions of collection leave due of a period (docs/regles-de-calcul.md). The phone computes what the database bills
 * (`suspendues.repository.ts`). Pure.
 */
import { addDays, type Day } from '../../platform/values/period.ts';
import { debutPeriode } from '../echeances/periodes.ts';
import { arrondiAuPas, type Bareme, montantDePeriode, prixDePeriode } from '../tarifs/bareme.ts';
import type { Partielles } from './suspension-words.ts';

/** A suspension that reaches a tax at a place. */
export interface Suspendue {
  du: Day;
  fin: Day;
  partielles: Partielles;
}

interface Periode {
  occurrences: number;
  annee: number;
  /** Counted from 1, a month if the frequency has more than twelve periods. */
  periode: number;
}

const daysFrom = (from: Day, to: Day): Day[] => {
  const days: Day[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** `dus` of `sur` parts of a period stay due: days, months, or the whole. */
export function partsDues(
  { occurrences, annee, periode }: Periode,
  suspensions: readonly Suspendue[],
): { dus: number; sur: number } {
  const [debut, suite] = [periode, periode + 1].map((rank) => debutPeriode(occurrences, annee, rank)) as [
    Day,
    Day,
  ];
  const touching = suspensions.filter(({ du, fin }) => du < suite && debut <= fin);
  const covers = (day: Day, among = touching): boolean =>
    among.some(({ du, fin }) => du <= day && day <= fin);
  const days = daysFrom(debut, suite);
  const left = days.filter((day) => !covers(day)).length;
  if (occurrences >= 365) return { dus: left, sur: days.length };
  if (occurrences >= 12 || occurrences === 0) return { dus: covers(debut) ? 0 : 1, sur: 1 };
  const months = days.filter((day) => day.endsWith('-01'));
  if (left === 0 || touching.some(({ partielles }) => partielles === 'entière'))
    return { dus: 0, sur: months.length };
  const monthly = touching.filter(({ partielles }) => partielles === 'mois');
  return { dus: months.filter((day) => !covers(day, monthly)).length, sur: months.length };
}

/**
 * What a period costs, in francs, with what is suspended of it left out.
 * @returns null if the rate counts units and the quantity is unknown, or if nothing of the period is due
 */
export function montantNonSuspendu(
  bareme: Bareme,
  quantite: number | null,
  period: Periode,
  suspensions: readonly Suspendue[],
): number | null {
  const montant = montantDePeriode(bareme, quantite, period);
  const { dus, sur } = partsDues(period, suspensions);
  if (montant === null || dus === 0) return null;
  if (dus === sur) return montant;
  const pas = bareme.parUnite ? BigInt(bareme.arrondi) : 1n;
  const [part, whole] =
    period.occurrences >= 365
      ? [(prixDePeriode(bareme, quantite) ?? 0n) * BigInt(dus), 100n]
      : [BigInt(montant) * BigInt(dus), BigInt(sur)];
  return Number(arrondiAuPas(part, whole, pas));
}
