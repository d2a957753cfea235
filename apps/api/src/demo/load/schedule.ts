/**
 * When a taxpayer pays and what becomes of it: drawn apart from the amounts, so that a first pass over everyone can count
 * the receipts of each day and the second can number them in order of day without a gap.
 */
import type { StatutTransaction } from '@octroi/contract';
import type { Random } from '../random.ts';
import type { Calendar } from './calendar.ts';

export interface PlannedPayment {
  day: number;
  statut: StatutTransaction;
}

/** Those who never pay anything. */
const PART_MAUVAIS_PAYEURS = 0.11;
/** Payments a year of the others, after their first one. */
const PAIEMENTS_PAR_AN = 4;
const PART_CONFIRMES = 0.94;
/** An operator settles what is waiting within this many days. */
const ATTENTE_JOURS = 30;
/** One taxpayer in this many pays on the last day, so that today's list is never empty. */
const PAYEURS_DU_JOUR = 90;

/** Number of events where `mean` are expected (Knuth; small means). */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count++;
  return count;
}

/** @param rank of the taxpayer, from 0 */
export function planPayments(
  random: Random,
  calendar: Calendar,
  rank: number,
  createdDay: number,
): PlannedPayment[] {
  const days: number[] = [];
  const tenure = calendar.last - createdDay;
  if (!random.chance(PART_MAUVAIS_PAYEURS)) {
    const count = poisson(random, (PAIEMENTS_PAR_AN * tenure) / 365 + 0.35);
    for (let i = 0; i < count; i++) {
      const atEnrolment = i === 0 && random.chance(0.3);
      let day = atEnrolment ? createdDay : createdDay + Math.floor(random.next() * (tenure + 1));
      if (calendar.isSunday(day) && day > createdDay && random.chance(0.85)) day -= 1;
      days.push(day);
    }
  }
  if (rank % PAYEURS_DU_JOUR === 7) days.push(calendar.last);
  days.sort((a, b) => a - b);
  return days.map((day, index) => {
    const confirmed = random.chance(PART_CONFIRMES) || (day === calendar.last && index === days.length - 1);
    if (confirmed) return { day, statut: 'Confirmé' };
    const waiting = day >= calendar.last - ATTENTE_JOURS && random.chance(0.7);
    return { day, statut: waiting ? 'En attente de confirmation' : 'Failed' };
  });
}
