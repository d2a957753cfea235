/** The SQL of bulk removals: the payments to remove are stored before the job begins. */
import type { PartApprobation } from '@octroi/contract';
import { sql } from 'kysely';
import type { Scope } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Cible } from './vises.service.ts';
import { transactionConditions } from '../lists/transactions.repository.ts';

/**
 * Stores the payments to remove among those that the scope shows, and deletes rows of removals that are a week old.
 * @returns the number of stored payments, and their collectivités
 */
export async function writeTargets(
  trx: OpenTransaction,
  scope: Scope,
  lot: string,
  ids: readonly number[],
): Promise<{ nombre: number; entites: number[] }> {
  await trx
    .deleteFrom('suppression_cible')
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute();
  const seen = sql.join(transactionConditions(scope, { page: 1 }, false), sql` and `);
  const { rows } = await sql<{ nombre: number; entites: number[] }>`
    with inseree as (
      insert into suppression_cible (lot, entite_id, ramification_id, transaction_id, montant, confirmee, annulee)
      select ${lot}::uuid, trans.entite_id, trans.ramification_id, trans.id, trans.montant,
        trans.statut = 'Confirmé', trans.extourne_de_id is not null or exists (
          select from transaction x where x.entite_id = trans.entite_id and x.extourne_de_id = trans.id)
      from transaction trans where trans.id = any(${ids}::bigint[]) and ${seen}
      returning entite_id)
    select count(*) as nombre, coalesce(array_agg(distinct entite_id), '{}') as entites from inseree`.execute(
    trx,
  );
  return rows[0] as { nombre: number; entites: number[] };
}

/** The collectivités of payments. */
export async function entitesOf(queries: Queries, ids: readonly number[]): Promise<number[]> {
  const rows = await queries
    .selectFrom('transaction')
    .select('entite_id')
    .distinct()
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ entite_id }) => entite_id);
}

/** Francs that a stored removal takes back, by taxpayer. */
export async function readParts(queries: Queries, lot: string): Promise<PartApprobation[]> {
  const { rows } = await sql<PartApprobation>`
    select t.contribuable_id as contribuable, sum(abs(t.montant))::bigint as montant
    from suppression_cible c join transaction t on t.entite_id = c.entite_id and t.id = c.transaction_id
    where c.lot = ${lot}::uuid and c.confirmee and not c.annulee group by 1 order by 1`.execute(queries);
  return rows;
}

/** The payments of a stored removal as an approval names them, without those that were reversed before. */
export async function readCibles(queries: Queries, lot: string): Promise<Cible[]> {
  const { rows } = await sql<Cible>`
    select t.id, t.no_transaction as "noTransaction", to_json(t.date_transaction) #>> '{}' as "dateTransaction",
      m.nom as "moyenPaiement", k.nom_complet as contribuable, t.montant, c.confirmee
    from suppression_cible c
    join transaction t on t.entite_id = c.entite_id and t.id = c.transaction_id
    join moyen_paiement m on m.id = t.moyen_paiement_id
    join contribuable k on k.entite_id = t.entite_id and k.id = t.contribuable_id
    where c.lot = ${lot}::uuid and not c.annulee order by t.date_transaction, t.id`.execute(queries);
  return rows;
}

export async function listPlaces(queries: Queries, lot: string): Promise<number[]> {
  const rows = await queries
    .selectFrom('suppression_cible')
    .select('ramification_id')
    .distinct()
    .where('lot', '=', lot)
    .orderBy('ramification_id')
    .execute();
  return rows.map(({ ramification_id }) => ramification_id);
}

export interface Target {
  entite: number;
  id: number;
  montant: number;
  /** Whether it was confirmed when the removal was requested. */
  confirmee: boolean;
  /** Whether it was reversed before the removal was requested. */
  annulee: boolean;
  /** Whether the job removed it before it was interrupted. */
  faite: boolean;
}

/** The payments to remove of one sub-entity, the oldest first. */
export async function readTargets(queries: Queries, lot: string, ramification: number): Promise<Target[]> {
  return queries
    .selectFrom('suppression_cible as c')
    .leftJoin('transaction as t', (join) =>
      join.onRef('t.entite_id', '=', 'c.entite_id').onRef('t.id', '=', 'c.transaction_id'),
    )
    .select((eb) => [
      'c.entite_id as entite',
      'c.transaction_id as id',
      'c.montant',
      'c.confirmee',
      'c.annulee',
      eb
        .and([
          eb('c.annulee', '=', false),
          eb.or([
            eb('t.id', 'is', null),
            eb.exists(
              eb
                .selectFrom('transaction as x')
                .select('x.id')
                .whereRef('x.entite_id', '=', 't.entite_id')
                .whereRef('x.extourne_de_id', '=', 't.id'),
            ),
          ]),
        ])
        .$castTo<boolean>()
        .as('faite'),
    ])
    .where('c.lot', '=', lot)
    .where('c.ramification_id', '=', ramification)
    .orderBy('c.transaction_id')
    .execute();
}
