/** Dues and payments of a generated taxpayer, from the enrolment to today. */
import type { StatutTransaction } from '@octroi/contract';
import { MOYEN_REMBOURSEMENT } from '@octroi/contract';
import type { MoyenPaiementDemo } from '../moyens-paiement.ts';
import type { Random } from '../random.ts';
import type { Calendar, Instant } from './calendar.ts';
import { Ledger, type Echeance } from './ledger.ts';
import type { Rates } from './rates.ts';
import type { PlannedPayment } from './schedule.ts';
import { agentOf, moyens, type Line, type Taxpayer } from './taxpayer.ts';

export interface Payment {
  id: number;
  at: Instant;
  /** Francs; negative for a refund. */
  montant: number;
  statut: StatutTransaction;
  moyenId: number;
  /** Prefix of the operator's number; null if the collectivité numbers payments. */
  prefixe: string | null;
  frais: number;
  agent: number | null;
}

/** Assigns ids in order. */
export interface Ids {
  echeance: () => number;
  transaction: () => number;
}

/** Payment methods taken by an agent; the others are only confirmed by operators, half of the time. */
const AU_GUICHET = new Set([4, 5, 6]);
const PART_REMBOURSES = 0.004;
/** Smallest coin used, by the amount owed. */
const step = (outstanding: number): number => (outstanding < 1000 ? 50 : 500);

/** @param lines with the ids of their enrollements, in the order of the taxpayer's own */
export function runAccount(
  random: Random,
  calendar: Calendar,
  rates: Rates,
  taxpayer: Taxpayer,
  enrollementIds: readonly number[],
  plan: readonly PlannedPayment[],
  ids: Ids,
): { ledger: Ledger; payments: Payment[] } {
  const ledger = new Ledger();
  const batches = generations(calendar, rates, taxpayer, enrollementIds, ids);
  let next = 0;
  const generateUntil = (instant: Instant): void => {
    for (; next < batches.length; next++) {
      const batch = batches[next] as Generation;
      if (batch.at > instant) return;
      ledger.add(batch.echeances, batch.at);
    }
  };

  const remaining = new Map<number, number>();
  for (const { day, statut } of plan) {
    if (statut === 'Confirmé')
      remaining.set(calendar.year(day), (remaining.get(calendar.year(day)) ?? 0) + 1);
  }
  const payments: Payment[] = [];
  let previous = taxpayer.createdAt;
  for (const { day, statut } of plan) {
    const at = calendar.after(day, random.next(), previous);
    previous = at;
    generateUntil(at);
    const annee = calendar.year(day);
    const left = remaining.get(annee) ?? 0;
    const outstanding = ledger.outstanding();
    const montant = amountOf(random, outstanding, left <= 1);
    const id = ids.transaction();
    if (statut === 'Confirmé') {
      remaining.set(annee, left - 1);
      ledger.pay(id, montant, annee, at);
    }
    const moyen = random.chance(0.5) ? moyenOf(taxpayer) : random.draw(moyens);
    const agent = AU_GUICHET.has(moyen.id) || random.chance(0.5);
    payments.push({
      id,
      at,
      montant,
      statut,
      moyenId: moyen.id,
      prefixe: moyen.prefixe,
      frais: Math.round((montant * (moyen.commission ?? 0)) / 100),
      agent: agent ? agentOf(random, taxpayer.town, taxpayer.secteur) : null,
    });
  }
  generateUntil(calendar.at(calendar.last, 1));
  const refund = random.chance(PART_REMBOURSES)
    ? drawRefund(random, calendar, taxpayer, payments, ids)
    : undefined;
  if (refund) {
    ledger.refund(refund.id, -refund.montant, refund.at);
    payments.push(refund);
  }
  return { ledger, payments };
}

interface Generation {
  at: Instant;
  echeances: Echeance[];
}

/** Dues are generated at the enrolment of a line, then for all at each new year. */
function generations(
  calendar: Calendar,
  rates: Rates,
  taxpayer: Taxpayer,
  enrollementIds: readonly number[],
  ids: Ids,
): Generation[] {
  const byInstant = new Map<Instant, Echeance[]>();
  const generate = (
    line: Line,
    enrollementId: number,
    annee: number,
    fromMonth: number,
    at: Instant,
  ): void => {
    const dues = rates.dues(
      line,
      taxpayer.secteur.id,
      annee,
      fromMonth,
      calendar.day(calendar.dayOf(line.createdAt)),
    );
    if (dues.length === 0) return;
    let batch = byInstant.get(at);
    if (!batch) byInstant.set(at, (batch = []));
    for (const due of dues) {
      batch.push({
        ...due,
        id: ids.echeance(),
        enrollementId,
        paye: 0,
        createdAt: at,
      });
    }
  };
  for (const [i, line] of taxpayer.lines.entries()) {
    const id = enrollementIds[i] as number;
    const day = calendar.dayOf(line.createdAt);
    const firstYear = calendar.year(day);
    generate(line, id, firstYear, calendar.month(day), line.createdAt);
    for (let annee = firstYear + 1; annee <= calendar.lastYear; annee++) {
      // at the opening of the office, before the day's first payment
      generate(line, id, annee, 1, calendar.at(calendar.newYear(annee), 0) - 1);
    }
  }
  return [...byInstant].map(([at, echeances]) => ({ at, echeances })).sort((a, b) => a.at - b.at);
}

/**
 * Amount paid by a taxpayer who owes `owed`: a part, often all at the last payment of a year, rarely more; without
 * dues, a small advance.
 */
function amountOf(random: Random, outstanding: number, lastOfYear: boolean): number {
  if (outstanding <= 0) return 500;
  const draw = random.next();
  if (lastOfYear && draw < 0.42) return outstanding;
  if (lastOfYear && draw < 0.45) return outstanding + 500 * random.int(1, 8);
  const unit = step(outstanding);
  const part = Math.round((outstanding * (0.2 + 0.4 * random.next())) / unit) * unit;
  return Math.min(Math.max(part, unit), Math.max(1, outstanding - 1));
}

function moyenOf(taxpayer: Taxpayer): MoyenPaiementDemo {
  return moyens.items.find(({ id }) => id === taxpayer.moyenPrefere) as MoyenPaiementDemo;
}

/** A partial refund of the last payment, if it was confirmed this year, some days later. */
function drawRefund(
  random: Random,
  calendar: Calendar,
  taxpayer: Taxpayer,
  payments: readonly Payment[],
  ids: Ids,
): Payment | undefined {
  const last = payments.at(-1);
  if (last?.statut !== 'Confirmé' || calendar.year(calendar.dayOf(last.at)) !== calendar.lastYear)
    return undefined;
  const montant = Math.floor((last.montant * random.next()) / 500) * 500;
  if (montant === 0) return undefined;
  const day = random.int(calendar.dayOf(last.at), Math.min(calendar.last, calendar.dayOf(last.at) + 20));
  return {
    id: ids.transaction(),
    at: calendar.after(day, random.next(), last.at),
    montant: -montant,
    statut: 'Confirmé',
    moyenId: MOYEN_REMBOURSEMENT,
    prefixe: null,
    frais: 0,
    agent: random.pick(taxpayer.town.valideurs),
  };
}
