/** Compares sub-entities in the present territory. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** Whether each of these sub-entities is one of the others, or below one. */
export async function areBeneath(
  queries: Queries,
  ids: readonly number[],
  above: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ outside: boolean }>`
    select exists (
      select from unnest(${ids}::int[]) as asked(id)
      where not exists (
        select from ramification_descendance
        where descendant_id = asked.id and ancetre_id = any(${above}::int[]))) as outside`.execute(queries);
  return rows[0]?.outside === false;
}
