/** « Recettes à classer » of each collectivité, as it is kept. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** The taxpayer of « Recettes à classer », and the place that it is enrolled at where there is none yet. */
export async function findAClasser(
  queries: Queries,
  entiteId: number,
): Promise<{ contribuable: number | null; ramification: number | null; code: string }> {
  const { rows } = await sql<{ contribuable: number | null; ramification: number | null; code: string }>`
    select r.contribuable_id as contribuable, e.code,
      (select id from ramification where entite_id = e.id order by parent_id is not null, id limit 1) as ramification
    from entite e left join recettes_a_classer r on r.entite_id = e.id where e.id = ${entiteId}`.execute(
    queries,
  );
  return rows[0]!;
}

export async function insertAClasser(
  queries: Queries,
  entiteId: number,
  contribuable: number,
): Promise<void> {
  await queries
    .insertInto('recettes_a_classer')
    .values({ entite_id: entiteId, contribuable_id: contribuable })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
