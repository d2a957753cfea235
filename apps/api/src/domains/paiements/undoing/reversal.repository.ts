/** The SQL of undoing a payment: a payment that counts gets its opposite, any other fails or is deleted. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { LockedPayment } from '../booking/booking.repository.ts';

type Key = Pick<LockedPayment, 'entiteId' | 'id'>;

export async function failTransaction(
  trx: OpenTransaction,
  { entiteId, id }: Key,
  motif: string | undefined,
): Promise<void> {
  await trx
    .updateTable('transaction')
    .set({ statut: 'Failed', ...(motif ? { motif } : {}) })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTransaction(trx: OpenTransaction, { entiteId, id }: Key): Promise<void> {
  await trx.deleteFrom('transaction').where('entite_id', '=', entiteId).where('id', '=', id).execute();
}

/** What the reversal says beside the payment that it is the opposite of. */
export interface NewReversal {
  motif: string;
  /** Till session that gives the cash back. */
  sessionCaisse: number | null;
  /** Instant of the reversal, if earlier than now. */
  le?: string | undefined;
  /** File of the bank's notice, of a rejected cheque. */
  avisRejet?: string | undefined;
}

/**
 * The opposite of a confirmed transaction, at the place, by the method and of the agent that it was counted under. The
 * operator's commission is not given back.
 * @returns its id
 */
export async function insertReversal(
  trx: OpenTransaction,
  { entiteId, id }: Key,
  { motif, sessionCaisse, le, avisRejet }: NewReversal,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transaction (entite_id, contribuable_id, ramification_id, betail, a_classer, no_transaction, montant, statut,
      moyen_paiement_id, bureau_accepteur_id, motif, extourne_de_id, session_caisse_id, avis_rejet, date_transaction, origine)
    select t.entite_id, t.contribuable_id, t.ramification_id, t.betail, t.a_classer, t.no_transaction || ' (extourne)', -t.montant,
      'Confirmé', t.moyen_paiement_id, t.bureau_accepteur_id, ${motif}::text, t.id, ${sessionCaisse}::bigint, ${avisRejet ?? null}::text,
      coalesce(${le ?? null}::timestamptz, now()), t.origine
    from transaction t where t.entite_id = ${entiteId} and t.id = ${id}
    returning id`.execute(trx);
  return rows[0]!.id;
}

/** File of the bank's notice on a rejected cheque. */
export async function findAvisRejet(queries: Queries, entiteId: number, id: number): Promise<string | null> {
  const row = await queries
    .selectFrom('transaction')
    .select('avis_rejet')
    .where('entite_id', '=', entiteId)
    .where('extourne_de_id', '=', id)
    .executeTakeFirst();
  return row?.avis_rejet ?? null;
}
