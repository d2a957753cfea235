/** What operators said of payments, as it is kept (ADR 0061). */
import type { NatureEclaircissement, NotificationBody, StatutTransaction } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { jsonb, listOf } from '#src/platform/database/expressions.ts';

/** What was answered to a notification: repeated, it gets the same. */
export type Reponse =
  | { statut: 200; corps: { id: number; statut: StatutTransaction } }
  | { statut: 404 | 409; message: string };

export interface StoredNotification {
  id: number;
  moyenPaiement: number;
  corps: NotificationBody;
  reponse: Reponse | null;
}

/** Keeps a notification before anything is done with it. @returns whether its event was kept with the same content */
export async function keepNotification(
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
  const kept = await trx
    .selectFrom('notification_operateur')
    .select('empreinte')
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('evenement', '=', body.evenement)
    .executeTakeFirstOrThrow();
  return kept.empreinte.equals(empreinte);
}

const stored = (trx: OpenTransaction) =>
  trx
    .selectFrom('notification_operateur')
    .select([
      'id',
      'moyen_paiement_id as moyenPaiement',
      sql<NotificationBody>`corps`.as('corps'),
      sql<Reponse | null>`reponse`.as('reponse'),
    ])
    .forUpdate();

/** The notification, locked until the transaction ends: the same call waits, and then reads what was answered. */
export const holdNotification = (
  trx: OpenTransaction,
  moyenPaiement: number,
  evenement: string,
): Promise<StoredNotification> =>
  stored(trx)
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('evenement', '=', evenement)
    .executeTakeFirstOrThrow();

/** Notifications that a server kept and did not answer, the oldest first. */
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

/** Writes the answer and, where somebody must look at it, the case. */
export async function answer(
  trx: OpenTransaction,
  { id }: Pick<StoredNotification, 'id'>,
  given: { entiteId: number | null; transaction: number | null; reponse: Reponse; cas?: NewCase | undefined },
): Promise<void> {
  await trx
    .updateTable('notification_operateur')
    .set({
      entite_id: given.entiteId,
      transaction_id: given.transaction,
      reponse: jsonb(given.reponse),
      repondue_le: sql`now()`,
      nature: given.cas?.nature ?? null,
      message: given.cas?.message ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** The payment that an operator names by its own number, of whatever collectivité. */
export async function findByReference(
  queries: Queries,
  moyenPaiement: number,
  noTransaction: string,
): Promise<{ entiteId: number; id: number; contribuable: number } | undefined> {
  const rows = await queries
    .selectFrom('transaction')
    .select(['entite_id as entiteId', 'id', 'contribuable_id as contribuable'])
    // named one by one, collectivités lead into the index on their numbers
    .where((eb) => eb('entite_id', '=', eb.fn.any(listOf(eb.selectFrom('entite').select('id')))))
    .where('no_transaction', '=', noTransaction)
    .where('moyen_paiement_id', '=', moyenPaiement)
    .where('montant', '>', 0)
    .execute();
  // a number that two collectivités hold names neither
  return rows.length === 1 ? rows[0] : undefined;
}

/** The collectivité of an installation that has one alone: what is unknown can be of no other. */
export async function onlyEntite(queries: Queries): Promise<number | null> {
  const rows = await queries.selectFrom('entite').select('id').limit(2).execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** A reference under which a collectivité has no payment yet: the operator's, or with a rank behind it. */
export async function freeReference(queries: Queries, entiteId: number, reference: string): Promise<string> {
  const { rows } = await sql<{ libre: string }>`
    select libre from generate_series(1, 1000) rang
    cross join lateral (select case when rang = 1 then ${reference} else ${reference} || '-' || rang end as libre) r
    where not exists (select from transaction where entite_id = ${entiteId} and no_transaction = libre)
    order by rang limit 1`.execute(queries);
  return rows[0]!.libre;
}

/** A case, held until the transaction ends. */
export interface HeldCase {
  id: number;
  nature: NatureEclaircissement;
  montant: number;
  corps: NotificationBody;
  moyenPaiement: number;
  entiteId: number | null;
  transaction: number | null;
  /** Whose payment it names, where that is still there. */
  contribuable: number | null;
  acte: string | null;
  note: string | null;
}

export async function holdCase(
  trx: OpenTransaction,
  id: number,
  visible: RawBuilder<boolean>,
): Promise<HeldCase | undefined> {
  const { rows } = await sql<HeldCase>`
    select n.id, n.nature, n.montant, n.corps, n.moyen_paiement_id as "moyenPaiement", n.entite_id as "entiteId",
      n.transaction_id as transaction, t.contribuable_id as contribuable, n.acte, n.note
    from notification_operateur n left join transaction t on t.entite_id = n.entite_id and t.id = n.transaction_id
    where n.id = ${id} and n.nature is not null and ${visible} for update of n`.execute(trx);
  return rows[0];
}

/** Settles a case. @param encaisse the payment that was booked, where one was */
export async function settleCase(
  trx: OpenTransaction,
  id: number,
  done: { entiteId: number | null; acte: string; note: string; par: number; encaisse: number | null },
): Promise<void> {
  await trx
    .updateTable('notification_operateur')
    .set({
      entite_id: done.entiteId,
      acte: done.acte,
      note: done.note,
      regle_le: sql`now()`,
      regle_par_id: done.par,
      encaisse_id: done.encaisse,
    })
    .where('id', '=', id)
    .execute();
}
