import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** Checks now what would be checked at the end, and lets what follows be checked then. */
export async function checkConstraints(queries: Queries): Promise<void> {
  await sql`set constraints all immediate`.execute(queries);
  await sql`set constraints all deferred`.execute(queries);
}
