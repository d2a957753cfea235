/** What becomes of a payment after it was booked, and what its own page tells. */
import { type Transaction, type TransactionRow } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { agentAt } from '#src/platform/database/expressions.ts';
import { numeroRecu, takeNumbers } from '../booking/recus.repository.ts';

/** A stored transaction, held against other writers. */
export interface Held {
  entiteId: number;
  id: number;
  contribuable: number;
  ramification: number;
  montant: number;
  frais: number;
  statut: TransactionRow['statut'];
  moyenPaiement: number;
  noTransaction: string;
  annee: number | null;
  motif: string | null;
  dateTransaction: string;
  extourneDe: number | null;
  version: number;
}

/** The transaction, locked until the work ends; its taxpayer was locked before. */
export const holdTransaction = (
  trx: OpenTransaction,
  entiteId: number,
  id: number,
): Promise<Held | undefined> =>
  trx
    .selectFrom('transaction')
    .select([
      'entite_id as entiteId',
      'id',
      'contribuable_id as contribuable',
      'ramification_id as ramification',
      'montant',
      'frais',
      'statut',
      'moyen_paiement_id as moyenPaiement',
      'no_transaction as noTransaction',
      'annee',
      'motif',
      'date_transaction as dateTransaction',
      'extourne_de_id as extourneDe',
      'version',
    ])
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type Changes = Partial<
  Pick<Held, 'contribuable' | 'montant' | 'moyenPaiement' | 'noTransaction' | 'annee' | 'motif'>
>;

/** What may be written of a payment, and the commission that follows from it while the payment waits. */
export async function changeTransaction(trx: OpenTransaction, held: Held, changes: Changes): Promise<void> {
  const next = { ...held, ...changes };
  await trx
    .updateTable('transaction as t')
    .from(['moyen_paiement as m', 'contribuable as c'])
    .set((eb) => ({
      contribuable_id: next.contribuable,
      // where its taxpayer is: it is counted there once it is confirmed
      ...(changes.contribuable === undefined
        ? {}
        : {
            ramification_id: eb.ref('c.ramification_id'),
            betail: eb.ref('c.betail'),
            a_classer: eb.ref('c.systeme'),
          }),
      montant: next.montant,
      moyen_paiement_id: next.moyenPaiement,
      no_transaction: next.noTransaction,
      annee: next.annee,
      motif: next.motif,
      frais: eb
        .case()
        .when('t.statut', '=', 'En attente de confirmation')
        .then(
          sql<number>`round(${next.montant}::bigint * coalesce(${eb.ref('m.commission')}, 0) / 100)::bigint`,
        )
        .else(eb.ref('t.frais'))
        .end(),
    }))
    .where('t.entite_id', '=', held.entiteId)
    .where('t.id', '=', held.id)
    .where('m.id', '=', next.moyenPaiement)
    .where('c.entite_id', '=', held.entiteId)
    .where('c.id', '=', next.contribuable)
    .execute();
}

/**
 * A payment that waited is there: it counts from now on, where its taxpayer is now, and has its receipt.
 * @param frais the commission that the operator says to have kept
 */
export async function confirmTransaction(trx: OpenTransaction, held: Held, frais?: number): Promise<void> {
  const wanted = sql`select ${held.entiteId}::int as entite_id, extract(year from aujourdhui())::smallint as annee, 1 as nombre
    where ${held.montant}::bigint > 0 and not exists (
      select from transaction where entite_id = ${held.entiteId} and id = ${held.id} and numero_recu is not null)`;
  await sql`
    with compte as (${takeNumbers(wanted)})
    update transaction t set statut = 'Confirmé', date_transaction = now(), ramification_id = c.ramification_id,
      betail = c.betail, a_classer = c.systeme, frais = coalesce(${frais ?? null}::bigint, t.frais),
      numero_recu = coalesce(t.numero_recu, ${numeroRecu(sql`e.code`, sql`k.annee`, sql`k.valeur`)})
    from contribuable c join entite e on e.id = c.entite_id left join compte k on k.entite_id = e.id
    where t.entite_id = ${held.entiteId} and t.id = ${held.id} and c.entite_id = t.entite_id and c.id = t.contribuable_id`.execute(
    trx,
  );
}

export async function failTransaction(
  trx: OpenTransaction,
  { entiteId, id }: Held,
  motif: string | undefined,
): Promise<void> {
  await trx
    .updateTable('transaction')
    .set({ statut: 'Failed', ...(motif ? { motif } : {}) })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTransaction(trx: OpenTransaction, { entiteId, id }: Held): Promise<void> {
  await trx.deleteFrom('transaction').where('entite_id', '=', entiteId).where('id', '=', id).execute();
}

/** How a reversal comes about. */
export interface Reversing {
  /** The till session that gives the cash back. */
  sessionCaisse?: number | null;
  /** When it was done, where not now. */
  le?: string | undefined;
  /** The bank's notice, of a cheque that it did not pay. */
  avisRejet?: string | null;
}

/**
 * The reversal of a confirmed transaction: its amount with the other sign, now or when it was done, at the place, by the method and of the
 * agent that it was counted under. The operator's commission is not given back.
 */
export async function reverseTransaction(
  trx: OpenTransaction,
  held: Held,
  motif: string,
  { sessionCaisse = null, le, avisRejet = null }: Reversing = {},
): Promise<number> {
  const { id } = await trx
    .insertInto('transaction')
    .columns([
      'entite_id',
      'contribuable_id',
      'ramification_id',
      'betail',
      'a_classer',
      'no_transaction',
      'montant',
      'statut',
      'moyen_paiement_id',
      'bureau_accepteur_id',
      'motif',
      'extourne_de_id',
      'session_caisse_id',
      'avis_rejet',
      'date_transaction',
    ])
    .expression((eb) =>
      eb
        .selectFrom('transaction as t')
        .select((own) => [
          't.entite_id',
          't.contribuable_id',
          't.ramification_id',
          't.betail',
          't.a_classer',
          sql<string>`${own.ref('t.no_transaction')} || ' (extourne)'`.as('no_transaction'),
          own.neg('t.montant').as('montant'),
          sql.lit('Confirmé').as('statut'),
          't.moyen_paiement_id',
          't.bureau_accepteur_id',
          own.val(motif).as('motif'),
          't.id',
          own.val(sessionCaisse).as('session_caisse_id'),
          own.val(avisRejet).as('avis_rejet'),
          sql<string>`coalesce(${le ?? null}::timestamptz, now())`.as('date_transaction'),
        ])
        .where('t.entite_id', '=', held.entiteId)
        .where('t.id', '=', held.id),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function isReversed(queries: Queries, { entiteId, id }: Held): Promise<boolean> {
  const reversal = await queries
    .selectFrom('transaction')
    .select('id')
    .where('entite_id', '=', entiteId)
    .where('extourne_de_id', '=', id)
    .executeTakeFirst();
  return reversal !== undefined;
}

/** The parts of a transaction, what it is linked to, and its acts from the journal, the first first. */
export async function readDetails(
  queries: Queries,
  entiteId: number,
  id: number,
): Promise<Omit<Transaction, keyof TransactionRow>> {
  const link = sql`json_build_object('id', l.id, 'noTransaction', l.no_transaction, 'dateTransaction', l.date_transaction)`;
  const { rows } = await sql<Omit<Transaction, keyof TransactionRow>>`
    select
      coalesce((
        select json_agg(json_build_object('id', i.id, 'annee', i.annee, 'montant', i.montant, 'periode', x.periode,
          'periodes', periodes_de(x.annee, li.created_at, f.occurrences),
          'taxe', case when ta.id is not null then json_build_object('id', ta.id, 'nom', ta.nom) end)
          order by i.echeance_id is null, i.annee, x.periode, i.id)
        from imputation i
        left join echeance x on x.entite_id = i.entite_id and x.id = i.echeance_id
        left join taxe ta on ta.id = x.taxe_id
        left join frequence f on f.id = ta.frequence_id
        left join enrollement li on li.entite_id = x.entite_id and li.id = x.enrollement_id
        where i.entite_id = t.entite_id and i.transaction_id = t.id), '[]') as imputations,
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.id = t.extourne_de_id) as "extourneDe",
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.extourne_de_id = t.id) as "extourneePar",
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.id = t.remplace_id) as remplace,
      (select ${link} from transaction l where l.entite_id = t.entite_id and l.remplace_id = t.id) as "remplacePar",
      (select nature from moyen_paiement where id = t.moyen_paiement_id) as nature,
      exists (select from transaction l where l.entite_id = t.entite_id and l.extourne_de_id = t.id and l.avis_rejet is not null) as "avisRejet",
      (select json_build_object('banque', e.cheque_banque, 'numero', e.cheque_numero, 'tireur', e.cheque_tireur)
        from encaissement e where e.entite_id = t.entite_id and e.id = t.encaissement_id and e.cheque_numero is not null) as cheque,
      coalesce((
        select json_agg(json_build_object('id', j.id, 'createdAt', j.created_at, 'acte', j.acte, 'statut', j.apres ->> 'statut',
          'motif', j.apres ->> 'motif', 'utilisateur', ${agentAt('u', sql.ref('j.created_at'))}) order by j.created_at, j.id)
        from journal j left join utilisateur u on u.id = j.utilisateur_id
        where j.ressource = 'transactions' and j.enregistrement_id = t.id), '[]') as historique
    from transaction t where t.entite_id = ${entiteId} and t.id = ${id}`.execute(queries);
  return rows[0] as Omit<Transaction, keyof TransactionRow>;
}

/** The file of the bank's notice on a cheque that it did not pay. */
export async function avisRejetOf(queries: Queries, entiteId: number, id: number): Promise<string | null> {
  const row = await queries
    .selectFrom('transaction')
    .select('avis_rejet')
    .where('entite_id', '=', entiteId)
    .where('extourne_de_id', '=', id)
    .executeTakeFirst();
  return row?.avis_rejet ?? null;
}
