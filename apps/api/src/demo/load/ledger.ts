/**
 * One taxpayer's account, by the rules of calculation (docs/regles-de-calcul.md): a payment goes to the oldest unpaid échéance,
 * what exceeds all dues is an advance in the payment's year, the next dues take it up; a refund takes back advances, then
 * the latest imputations. Sum of the imputations = sum of the confirmed transactions, at every moment.
 */
import type { Instant } from './calendar.ts';
import type { Due } from './rates.ts';

export interface Echeance extends Due {
  id: number;
  enrollementId: number;
  paye: number;
  createdAt: Instant;
}

export interface Imputation {
  transactionId: number;
  annee: number;
  /** `undefined` for an advance. */
  echeance: Echeance | undefined;
  montant: number;
  /** An advance paid the échéance. */
  avance: boolean;
  createdAt: Instant;
  /** Part that no refund has taken back. */
  reste: number;
}

const older = (a: Echeance, b: Echeance): number => a.annee - b.annee || a.periode - b.periode || a.id - b.id;

export class Ledger {
  readonly echeances: Echeance[] = [];
  imputations: Imputation[] = [];
  private advances: Imputation[] = [];
  /** Everything before it is paid, as long as dues come in order. */
  private firstUnpaid = 0;

  /** What is owed and not paid, in francs. */
  outstanding(): number {
    let sum = 0;
    for (let i = this.firstUnpaid; i < this.echeances.length; i++) {
      const echeance = this.echeances[i] as Echeance;
      sum += echeance.montant - echeance.paye;
    }
    return sum;
  }

  /** New dues come due; standing advances pay the oldest ones at once. */
  add(echeances: readonly Echeance[], at: Instant): void {
    if (echeances.length === 0) return;
    this.echeances.push(...echeances);
    this.echeances.sort(older);
    this.firstUnpaid = 0;
    for (const advance of this.advances) {
      const left = this.payOldest(advance.transactionId, advance.montant, true, at);
      advance.montant = left;
      advance.reste = left;
    }
    this.advances = this.advances.filter(({ montant }) => montant > 0);
  }

  pay(transactionId: number, montant: number, annee: number, at: Instant): void {
    const left = this.payOldest(transactionId, montant, false, at);
    if (left === 0) return;
    const advance = this.impute(transactionId, annee, undefined, left, false, at);
    this.advances.push(advance);
  }

  /** @returns what exceeds all dues */
  private payOldest(transactionId: number, montant: number, avance: boolean, at: Instant): number {
    let left = montant;
    for (let i = this.firstUnpaid; left > 0 && i < this.echeances.length; i++) {
      const echeance = this.echeances[i] as Echeance;
      const part = Math.min(left, echeance.montant - echeance.paye);
      if (part > 0) {
        echeance.paye += part;
        left -= part;
        this.impute(transactionId, echeance.annee, echeance, part, avance, at);
      }
      if (echeance.paye === echeance.montant && i === this.firstUnpaid) this.firstUnpaid = i + 1;
    }
    return left;
  }

  /** @param montant francs given back, above 0 and not above what was paid */
  refund(transactionId: number, montant: number, at: Instant): void {
    let left = montant;
    const latest = [...this.imputations].reverse();
    const sources = [
      ...latest.filter(({ echeance }) => !echeance),
      ...latest.filter(({ echeance }) => echeance),
    ];
    for (const source of sources) {
      const part = Math.min(left, source.reste);
      if (part <= 0) continue;
      source.reste -= part;
      left -= part;
      if (source.echeance) source.echeance.paye -= part;
      this.impute(transactionId, source.annee, source.echeance, -part, source.avance, at).reste = 0;
    }
    if (left > 0) throw new Error('ledger: more given back than was paid');
    this.firstUnpaid = 0;
    this.advances = this.advances.filter(({ reste }) => reste > 0);
  }

  private impute(
    transactionId: number,
    annee: number,
    echeance: Echeance | undefined,
    montant: number,
    avance: boolean,
    createdAt: Instant,
  ): Imputation {
    const imputation = { transactionId, annee, echeance, montant, avance, createdAt, reste: montant };
    this.imputations.push(imputation);
    return imputation;
  }
}
