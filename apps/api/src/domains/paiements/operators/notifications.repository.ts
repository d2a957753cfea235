/** The SQL of operators' notifications, and of the cases that they leave (ADR 0061). */
import type { NatureEclaircissement, NotificationBody, StatutTransaction } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb, listOf } from '#src/platform/database/expressions.ts';

/** The reply to a notification; the same notification gets the same reply again. */
export type Reponse =
  | { statut: 200; corps: { id: number; statut: StatutTransaction } }
  | { statut: 404 | 409; message: string };

export interface StoredNotification {
  id: number;
  moyenPaiement: number;
  corps: NotificationBody;
  reponse: Reponse | null;
}

/** Stores a notification before it is applied. @returns false if the event is stored with another content */
export async function storeNotification(
  trx: OpenTransaction,
  { moyenPaiement, body, empreinte }: { moyenPaiement: number; body: NotificationBody; empreinte: Buffer },
): Promise<boolean> {
  await trx
    .insertInto('notification_operateur')
    .values({
      moyen_paiement_id: moyenPaiement,
      evenement: body.evenement,
      empreinte,
      corps: jsonb(body),
      montant: body.montant,
    })
    .onConflict((conflict) => conflict.columns(['moyen_paiement_id', 'evenement']).doNothing())
    .execute();
  const stored = await trx
    .selectFrom('notification_operateur')
    .select('empreinte')
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('evenement', '=', body.evenement)
    .executeTakeFirstOrThrow();
  return stored.empreinte.equals(empreinte);
}

const selectForUpdate = (trx: OpenTransaction) =>
  trx
    .selectFrom('notification_operateur')
    .select([
      'id',
      'moyen_paiement_id as moyenPaiement',
      sql<NotificationBody>`corps`.as('corps'),
      sql<Reponse | null>`reponse`.as('reponse'),
    ])
    .forUpdate();

/** The notification, locked until the transaction ends: a repeated call waits, then reads the reply. */
export const lockNotification = (
  trx: OpenTransaction,
  moyenPaiement: number,
  evenement: string,
): Promise<StoredNotification> =>
  selectForUpdate(trx)
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('evenement', '=', evenement)
    .executeTakeFirstOrThrow();

/** Notifications that were stored and not answered, the oldest first. */
export async function unanswered(queries: Queries): Promise<{ moyenPaiement: number; evenement: string }[]> {
  return queries
    .selectFrom('notification_operateur')
    .select(['moyen_paiement_id as moyenPaiement', 'evenement'])
    .where('reponse', 'is', null)
    .where('recue_le', '<', sql<string>`now() - interval '1 minute'`)
    .orderBy('id')
    .limit(200)
    .execute();
}

export interface NewCase {
  nature: NatureEclaircissement;
  message: string;
}

/** Stores the reply and, if the office must clear it up, the case. */
export async function storeReply(
  trx: OpenTransaction,
  { id }: Pick<StoredNotification, 'id'>,
  reply: { entiteId: number | null; transaction: number | null; reponse: Reponse; cas?: NewCase | undefined },
): Promise<void> {
  await trx
    .updateTable('notification_operateur')
    .set({
      entite_id: reply.entiteId,
      transaction_id: reply.transaction,
      reponse: jsonb(reply.reponse),
      repondue_le: sql`now()`,
      nature: reply.cas?.nature ?? null,
      message: reply.cas?.message ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** The payment that an operator names by its own reference, in any collectivité; undefined if two have it. */
export async function findByReference(
  queries: Queries,
  moyenPaiement: number,
  noTransaction: string,
): Promise<{ entiteId: number; id: number; contribuable: number } | undefined> {
  const rows = await queries
    .selectFrom('transaction')
    .select(['entite_id as entiteId', 'id', 'contribuable_id as contribuable'])
    // lets PostgreSQL use the index, which begins with the collectivité
    .where((eb) => eb('entite_id', '=', eb.fn.any(listOf(eb.selectFrom('entite').select('id')))))
    .where('no_transaction', '=', noTransaction)
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('montant', '>', 0)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** The only collectivité of the installation, to which an unknown payment must belong; null if there are several. */
export async function onlyEntite(queries: Queries): Promise<number | null> {
  const rows = await queries.selectFrom('entite').select('id').limit(2).execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** A reference that no payment of the collectivité has: the operator's, or with a rank added. */
export async function freeReference(queries: Queries, entiteId: number, reference: string): Promise<string> {
  const { rows } = await sql<{ libre: string }>`
    select libre from generate_series(1, 1000) rang
    cross join lateral (select case when rang = 1 then ${reference} else ${reference} || '-' || rang end as libre) r
    where not exists (select from transaction where entite_id = ${entiteId} and no_transaction = libre)
    order by rang limit 1`.execute(queries);
  return rows[0]!.libre;
}

/** A case, locked until the transaction ends. */
export interface LockedCase {
  id: number;
  nature: NatureEclaircissement;
  montant: number;
  corps: NotificationBody;
  moyenPaiement: number;
  entiteId: number | null;
  transaction: number | null;
  /** The taxpayer of the payment that it names, if the payment still exists. */
  contribuable: number | null;
  acte: string | null;
  note: string | null;
  /** The taxpayer for whom its money was booked; null if it was booked as unclassified, or not at all. */
  payeur: number | null;
}

export async function lockCase(
  trx: OpenTransaction,
  id: number,
  visible: RawBuilder<boolean>,
): Promise<LockedCase | undefined> {
  const { rows } = await sql<LockedCase>`
    select n.id, n.nature, n.montant, n.corps, n.moyen_paiement_id as "moyenPaiement", n.entite_id as "entiteId",
      n.transaction_id as transaction, t.contribuable_id as contribuable, n.acte, n.note,
      p.id as payeur
    from notification_operateur n left join transaction t on t.entite_id = n.entite_id and t.id = n.transaction_id
    left join transaction e on e.entite_id = n.entite_id and e.id = n.encaisse_id
    left join contribuable p on p.entite_id = e.entite_id and p.id = e.contribuable_id and not p.systeme
    where n.id = ${id} and n.nature is not null and ${visible} for update of n`.execute(trx);
  return rows[0];
}

/** Stores how a case was settled. */
export async function settleCase(
  trx: OpenTransaction,
  id: number,
  settlement: {
    entiteId: number | null;
    acte: string;
    note: string;
    par: number;
    /** The payment that was booked. */
    encaisse: number | null;
  },
): Promise<void> {
  await trx
    .updateTable('notification_operateur')
    .set({
      entite_id: settlement.entiteId,
      acte: settlement.acte,
      note: settlement.note,
      regle_le: sql`now()`,
      regle_par_id: settlement.par,
      encaisse_id: settlement.encaisse,
    })
    .where('id', '=', id)
    .execute();
}
