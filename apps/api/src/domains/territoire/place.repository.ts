/** Where somebody or something may be put. */
import { sql } from 'kysely';
import { placeCondition, type Scope } from '#src/platform/access/person.ts';
import type { Queries } from '#src/platform/database/database.ts';

/** The collectivité of a sub-entity that is seen; undefined where there is none. */
export async function entiteOfPlace(
  queries: Queries,
  scope: Scope,
  ramificationId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ entite: number }>`
    select entite_id as entite from ramification
    where id = ${ramificationId} and ${placeCondition(scope, sql.ref('entite_id'), sql.ref('id'))}`.execute(
    queries,
  );
  return rows[0]?.entite;
}
