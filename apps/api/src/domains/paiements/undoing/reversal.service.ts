/**
 * Undoing of payments. Whatever the reason, a payment is undone here: taxpayers are locked, then payments, then the caller's
 * own rule is checked, then the opposite is booked, imputed and written to the journal (docs/regles-de-calcul.md).
 */
import { ENCAISSEMENT_MESSAGES, type PaiementVise, type TransactionRow } from '@octroi/contract';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { LockedPayment } from '../booking/booking.repository.ts';
import { type Author, journalOf, lockPayments } from '../booking/booking.service.ts';
import { imputeNegative, imputePayments, paidBy, takeUpAdvances } from '../booking/imputations.repository.ts';
import { deleteTransaction, failTransaction, insertReversal } from './reversal.repository.ts';
import { demandUnchanged, imputeFrom, type Source } from './vises.service.ts';

/** Why a payment is undone. */
export type Reason =
  /** The person who took it cancels it the same day. */
  | { nature: 'annulation' }
  /** The operator or the office says that the money did not come. */
  | { nature: 'échec' }
  /** It is booked again for another taxpayer or by another method. */
  | { nature: 'réimputation' }
  /** Its bank did not pay the cheque. `avis`: file of the bank's notice. */
  | { nature: 'rejet'; avis: string }
  /** It is removed from the figures. `row`: as it was listed, kept in the journal if the payment is deleted. */
  | { nature: 'suppression'; row: TransactionRow };

export interface Undoing {
  reason: Reason;
  /** Needed if the payment counts. */
  motif?: string | undefined;
  author: Author;
  /** Instant of the reversal, if earlier than now. */
  le?: string | undefined;
  /**
   * The caller's own rule for a payment that counts, checked under the locks.
   * @returns till session that gives the cash back
   */
  rule?: (payment: LockedPayment) => Promise<number | null>;
  /** If given, the result tells which payments the money was taken back from. */
  source?: Source;
}

export interface Undone {
  /** Reversed if the payment counted; otherwise failed, or deleted by a removal. */
  outcome: 'extournée' | 'échouée' | 'supprimée';
  /** As it was before. */
  payment: LockedPayment;
  sessionCaisse: number | null;
  /** Payments that the money was taken back from. */
  vise: PaiementVise[];
}

export const conflict = (message: string): AppError => new AppError('conflit.regle', message);

/** @throws AppError 409 if the payment was reversed or refunded before */
async function demandReversible(trx: OpenTransaction, payment: LockedPayment): Promise<void> {
  const { entiteId, contribuable, montant } = payment;
  if (payment.extourneDe !== null) throw conflict("Une extourne ne s'extourne pas.");
  if (payment.reversed) throw conflict('Cette transaction est déjà extournée.');
  if (montant > 0 && (await paidBy(trx, entiteId, contribuable)) < montant)
    throw conflict('Ce paiement a déjà été remboursé, en tout ou en partie.');
}

/** Imputes a reversal: a payment's gives its parts back, a refund's pays what is due. */
async function imputeReversal(
  trx: OpenTransaction,
  { entiteId, contribuable, montant }: LockedPayment,
  transaction: number,
  source: Source | undefined,
): Promise<PaiementVise[]> {
  if (montant < 0) {
    await imputePayments(trx, [transaction]);
    return [];
  }
  let vise: PaiementVise[] = [];
  if (source) vise = await imputeFrom(trx, { entiteId, contribuable, transaction, montant }, source);
  else await imputeNegative(trx, entiteId, transaction);
  await takeUpAdvances(trx, entiteId, [contribuable]);
  return vise;
}

async function reverse(trx: OpenTransaction, payment: LockedPayment, undoing: Undoing): Promise<Undone> {
  const { reason, motif = '', author, le, source } = undoing;
  const sessionCaisse = (await undoing.rule?.(payment)) ?? null;
  if (source) await demandUnchanged(trx, payment.entiteId, source);
  await demandReversible(trx, payment);
  const avis = reason.nature === 'rejet' ? { avis: reason.avis } : {};
  const id = await insertReversal(trx, payment, { motif, sessionCaisse, le, avisRejet: avis.avis });
  const vise = await imputeReversal(trx, payment, id, source);
  await writeJournal(trx, {
    ...journalOf(payment, author, reason.nature === 'rejet' ? 'rejeter un chèque' : 'extourner'),
    avant: { montant: payment.montant, statut: payment.statut },
    apres: { extourne: id, montant: -payment.montant, motif, ...avis },
  });
  return { outcome: 'extournée', payment, sessionCaisse, vise };
}

async function fail(
  trx: OpenTransaction,
  payment: LockedPayment,
  { motif, author }: Undoing,
): Promise<Undone> {
  const { montant, statut } = payment;
  if (statut === 'Failed') throw conflict(ENCAISSEMENT_MESSAGES.dejaAnnule);
  await failTransaction(trx, payment, motif);
  await writeJournal(trx, {
    ...journalOf(payment, author, 'refuser'),
    avant: { montant, statut },
    apres: { montant, statut: 'Failed', ...(motif ? { motif } : {}) },
  });
  return { outcome: 'échouée', payment, sessionCaisse: null, vise: [] };
}

async function remove(
  trx: OpenTransaction,
  payment: LockedPayment,
  row: TransactionRow,
  { motif, author }: Undoing,
): Promise<Undone> {
  await deleteTransaction(trx, payment);
  await writeJournal(trx, {
    ...journalOf(payment, author, 'supprimer'),
    avant: row,
    apres: motif ? { motif } : undefined,
  });
  return { outcome: 'supprimée', payment, sessionCaisse: null, vise: [] };
}

/**
 * Undoes payments of one collectivité. Rights and scope are checked by the caller.
 * @param payments with the taxpayers that they are known under
 * @throws AppError 404 if a payment is gone or has another taxpayer by now; 409 if it was undone or refunded before
 */
export async function undoPayments(
  trx: OpenTransaction,
  entiteId: number,
  payments: readonly Pick<LockedPayment, 'id' | 'contribuable'>[],
  undoing: Undoing,
): Promise<Undone[]> {
  const payers = payments.map(({ contribuable }) => contribuable);
  const ids = payments.map(({ id }) => id);
  const undone: Undone[] = [];
  // one after the other: two of them may have one taxpayer
  for (const payment of await lockPayments(trx, entiteId, ids, payers)) {
    const { reason } = undoing;
    if (payment.statut === 'Confirmé') undone.push(await reverse(trx, payment, undoing));
    else if (reason.nature === 'suppression') undone.push(await remove(trx, payment, reason.row, undoing));
    else undone.push(await fail(trx, payment, undoing));
  }
  return undone;
}
