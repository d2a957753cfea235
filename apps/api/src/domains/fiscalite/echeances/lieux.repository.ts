/** The places that a generation bills. */
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The sub-entities with taxpayers in a generation: the requested ones and those below. */
export async function nodesToBill(
  queries: Queries,
  entiteId: number,
  ramifications: readonly number[] | undefined,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('ramification as r')
    .select('r.id')
    .where('r.entite_id', '=', entiteId)
    .where('r.technique', '=', false)
    .$if(ramifications !== undefined, (query) =>
      query.where('r.id', 'in', (eb) =>
        eb
          .selectFrom('ramification_descendance')
          .select('descendant_id')
          .where('entite_id', '=', entiteId)
          .where('ancetre_id', '=', anyOf(ramifications ?? [])),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contribuable as c')
          .select('c.id')
          .whereRef('c.entite_id', '=', 'r.entite_id')
          .whereRef('c.ramification_id', '=', 'r.id'),
      ),
    )
    .orderBy('r.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The present places of everybody who ever was at a sub-entity or below it. */
export async function placesOfPast(
  queries: Queries,
  entiteId: number,
  ramification: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.ramification_id as id
    from sejour s
    join ramification_descendance d on d.entite_id = s.entite_id and d.descendant_id = s.ramification_id
      and d.ancetre_id = ${ramification}
    join contribuable c on c.entite_id = s.entite_id and c.id = s.contribuable_id
    where s.entite_id = ${entiteId} order by 1`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The requested sub-entities within the scope, by collectivité. */
export async function visibleByEntite(
  queries: Queries,
  scope: Scope,
  ramifications: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await queries
    .selectFrom('ramification')
    .select((eb) => ['entite_id', eb.fn.agg<number[]>('array_agg', ['id']).orderBy('id').as('ids')])
    .where('id', '=', anyOf(ramifications))
    .where('technique', '=', false)
    .where((eb) => placeCondition(scope, eb.ref('entite_id'), eb.ref('id')))
    .groupBy('entite_id')
    .orderBy('entite_id')
    .execute();
  return new Map(rows.map(({ entite_id, ids }) => [entite_id, ids]));
}

/** Enabled collectivités with taxpayers, for the nightly billing. */
export async function entitesToBill(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('entite as e')
    .select('e.id')
    .where('e.enabled', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contribuable as c')
          .select('c.id')
          .whereRef('c.entite_id', '=', 'e.id')
          .where('c.systeme', '=', false),
      ),
    )
    .orderBy('e.id')
    .execute();
  return rows.map(({ id }) => id);
}
