/** Notifications of payment operators: stored first, then applied, or left for the office to clear up (ADR 0061). */
import { createHash } from 'node:crypto';
import {
  ECLAIRCISSEMENT_MESSAGES as MESSAGES,
  type NotificationBody,
  type StatutTransaction,
} from '@octroi/contract';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import {
  findByReference,
  lockNotification,
  type NewCase,
  onlyEntite,
  type Reponse,
  type StoredNotification,
  storeNotification,
  storeReply,
  unanswered,
} from './notifications.repository.ts';
import type { LockedPayment } from '../booking/booking.repository.ts';
import { confirmPayment, lockPayments } from '../booking/booking.service.ts';
import { undoPayments } from '../undoing/reversal.service.ts';

export interface NotificationService {
  /**
   * Confirms or fails the payment, once: a repeated event, or another that says the same, changes nothing.
   * @throws AppError 404 for an unknown payment, 409 if it cannot be applied (both leave a case), 409 for an event that is stored
   *   with another content
   */
  receive: (
    moyenPaiement: number,
    body: NotificationBody,
    requestId: string,
  ) => Promise<{ id: number; statut: StatutTransaction }>;
  /** Applies notifications that were stored and not answered, because a server stopped between the two commits. */
  complete: () => Promise<void>;
}

/** Why a notification cannot be applied; undefined if it can, or if it says what is known. */
function caseOf(payment: LockedPayment, { montant, statut }: NotificationBody): NewCase | undefined {
  const counts = payment.statut === 'Confirmé' && !payment.reversed;
  if (montant < 0) return { nature: 'annulé', message: MESSAGES.montantNegatif };
  if (payment.montant !== montant)
    return { nature: 'montant', message: MESSAGES.autreMontant(payment.montant, montant) };
  if (statut === 'Failed')
    return counts ? { nature: 'annulé', message: MESSAGES.annuleApresSucces } : undefined;
  if (payment.statut === 'Failed') return { nature: 'double', message: MESSAGES.apresEchec };
  if (payment.reversed) return { nature: 'double', message: MESSAGES.apresExtourne };
  return undefined;
}

/** Applies a locked notification, and stores the reply. */
async function apply(trx: OpenTransaction, stored: StoredNotification, requestId: string): Promise<Reponse> {
  const { corps, moyenPaiement } = stored;
  const { noTransaction, statut, frais } = corps;
  const found = await findByReference(trx, moyenPaiement, noTransaction);
  if (!found) {
    const reponse: Reponse = { statut: 404, message: MESSAGES.inconnu };
    // a failure of an unknown payment needs no clearing up
    const cas: NewCase | undefined =
      statut === 'Failed' ? undefined : { nature: 'inconnu', message: MESSAGES.inconnu };
    await storeReply(trx, stored, { entiteId: await onlyEntite(trx), transaction: null, reponse, cas });
    return reponse;
  }
  const { entiteId, id, contribuable } = found;
  const [payment] = (await lockPayments(trx, entiteId, [id], [contribuable])) as [LockedPayment];
  const cas = caseOf(payment, corps);
  let reponse: Reponse;
  if (cas) reponse = { statut: 409, message: cas.message };
  else {
    const waits = payment.statut === 'En attente de confirmation';
    const author = { utilisateurId: null, requestId };
    if (waits && statut === 'Confirmé') await confirmPayment(trx, payment, author, frais);
    else if (waits) await undoPayments(trx, entiteId, [payment], { reason: { nature: 'échec' }, author });
    reponse = { statut: 200, corps: { id, statut: waits ? statut : payment.statut } };
  }
  await storeReply(trx, stored, { entiteId, transaction: id, reponse, cas });
  return reponse;
}

export function notificationService(
  db: Database,
  { warn = () => undefined }: { warn?: (error: unknown) => void } = {},
): NotificationService {
  const applyOnce = (moyenPaiement: number, evenement: string, requestId: string): Promise<Reponse> =>
    db.transaction().execute(async (trx) => {
      const stored = await lockNotification(trx, moyenPaiement, evenement);
      return stored.reponse ?? apply(trx, stored, requestId);
    });
  return {
    async receive(moyenPaiement, body, requestId) {
      // the schema has put the members in one order, so equal bodies have equal hashes
      const empreinte = createHash('sha256').update(JSON.stringify(body)).digest();
      if (
        !(await db.transaction().execute((trx) => storeNotification(trx, { moyenPaiement, body, empreinte })))
      )
        throw new AppError('operateur.contenu', MESSAGES.autreContenu);
      const reponse = await applyOnce(moyenPaiement, body.evenement, requestId);
      if (reponse.statut === 200) return reponse.corps;
      throw new AppError(reponse.statut === 404 ? 'introuvable' : 'conflit.regle', reponse.message);
    },
    async complete() {
      for (const { moyenPaiement, evenement } of await unanswered(db))
        // a failure does not keep the others from being applied
        await applyOnce(moyenPaiement, evenement, `notification:${evenement}`).catch(warn);
    },
  };
}
