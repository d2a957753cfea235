/** Changes of place: the stays of taxpayers, and what their history tells of each change. */
import type { Deplacement } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The first day of a collectivité that no closed year follows: stays before it do not change any more. */
export async function firstOpenDay(queries: Queries, entiteId: number): Promise<string> {
  const { rows } = await sql<{ jour: string }>`select debut_ouvert(${entiteId}) as jour`.execute(queries);
  return (rows[0] as { jour: string }).jour;
}

/** Since when each taxpayer is where it is. */
export async function latestStays(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('sejour')
    .select(({ fn }) => ['contribuable_id as id', fn.max('du').as('du')])
    .where('entite_id', '=', entiteId)
    .where('contribuable_id', '=', anyOf(ids))
    .groupBy('contribuable_id')
    .execute();
  return new Map(rows.map(({ id, du }) => [id, du]));
}

/** Puts taxpayers, which the caller holds, into another sub-entity of their collectivité; their stays and échéances follow. */
export async function moveContribuables(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
  to: number,
  deplacement: Deplacement,
): Promise<void> {
  if (deplacement.motif === 'erreur')
    await trx
      .updateTable('contribuable')
      .set({ ramification_id: to })
      .where('entite_id', '=', entiteId)
      .where('id', '=', anyOf(ids))
      .execute();
  else
    await sql`select demenager(${entiteId}, ${ids}::bigint[], ${to}, ${deplacement.du}::date)`.execute(trx);
}

/** Francs that are due of each taxpayer from a year on. */
export async function duesOfEach(
  queries: Queries,
  entiteId: number,
  ids: readonly number[],
  annee: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; total: number }>`
    select k.id, coalesce(sum(e.montant), 0)::bigint as total
    from unnest(${ids}::bigint[]) k (id)
    left join echeance e on e.entite_id = ${entiteId} and e.contribuable_id = k.id and e.annee >= ${annee}
    group by 1`.execute(queries);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

/** The paths of sub-entities, from the highest down: `Plateau › Zone 1 › Secteur B`. */
export async function pathsOf(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('ramification')
    .select(['id', 'chemin'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, chemin }) => [id, chemin.join(' › ')]));
}
