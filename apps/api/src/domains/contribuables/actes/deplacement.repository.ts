/** Changes of place: the stays of taxpayers, and their history. */
import type { Deplacement } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The first day of a collectivité that is after every closed year. Earlier stays no longer change. */
export async function firstOpenDay(queries: Queries, entiteId: number): Promise<string> {
  const { rows } = await sql<{ jour: string }>`select debut_ouvert(${entiteId}) as jour`.execute(queries);
  return (rows[0] as { jour: string }).jour;
}

/** The day since which each taxpayer has been at its present place. */
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

/**
 * Moves taxpayers to another sub-entity of their collectivité; their stays and échéances follow. The caller has locked
 * them.
 */
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

/** Francs due from each taxpayer, from a year on. */
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
