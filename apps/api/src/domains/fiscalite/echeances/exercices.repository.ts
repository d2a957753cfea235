import type { Exercice } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The given years of a collectivité, with amounts due and paid. */
export async function readExercices(
  queries: Queries,
  entiteId: number,
  annees: readonly number[],
): Promise<Exercice[]> {
  const { rows } = await sql<Exercice>`
    select a.annee, coalesce(m.prevu, 0)::bigint as prevu, coalesce(m.paye, 0)::bigint as paye,
      to_json(x.closed_at) #>> '{}' as "closedAt",
      case when u.id is not null then json_build_object('id', u.id, 'fullName', btrim(u.prenom || ' ' || u.nom)) end as "closedBy"
    from unnest(${annees}::int[]) as a (annee)
    left join (
      select annee, sum(prevu) as prevu, sum(paye) as paye from tenu_montant
      where entite_id = ${entiteId} and grain = 'a' group by 1
    ) m on m.annee = a.annee
    left join annee_close x on x.entite_id = ${entiteId} and x.annee = a.annee
    left join utilisateur u on u.id = x.closed_by_id
    order by a.annee desc`.execute(queries);
  return rows;
}

/** @returns whether the year was open before */
export async function closeYear(
  trx: OpenTransaction,
  { entiteId, annee, personId }: { entiteId: number; annee: number; personId: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('annee_close')
    .values({ entite_id: entiteId, annee, closed_by_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether the year was closed before */
export async function reopenYear(trx: OpenTransaction, entiteId: number, annee: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('annee_close')
    .where('entite_id', '=', entiteId)
    .where('annee', '=', annee)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The first closed year among some. */
export async function firstClosed(
  queries: Queries,
  entiteId: number,
  du: number,
  au: number,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('annee_close')
    .select(({ fn }) => fn.min('annee').as('annee'))
    .where('entite_id', '=', entiteId)
    .where('annee', '>=', du)
    .where('annee', '<=', au)
    .executeTakeFirst();
  return row?.annee ?? undefined;
}

export async function isClosed(queries: Queries, entiteId: number, annee: number): Promise<boolean> {
  const closed = await queries
    .selectFrom('annee_close')
    .select('annee')
    .where('entite_id', '=', entiteId)
    .where('annee', '=', annee)
    .executeTakeFirst();
  return closed !== undefined;
}

/** Names of the collectivités among these whose year is closed. */
export async function closedAmong(
  queries: Queries,
  entites: readonly number[],
  annee: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('annee_close as a')
    .innerJoin('entite as e', 'e.id', 'a.entite_id')
    .select('e.nom')
    .where('a.entite_id', '=', anyOf(entites))
    .where('a.annee', '=', annee)
    .orderBy('e.nom')
    .execute();
  return rows.map(({ nom }) => nom);
}
