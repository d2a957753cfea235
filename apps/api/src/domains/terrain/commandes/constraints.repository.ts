import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Checks now what would be checked at the end, and lets what follows be checked then. */
export async function checkConstraints(trx: OpenTransaction): Promise<void> {
  await sql`set constraints all immediate`.execute(trx);
  await sql`set constraints all deferred`.execute(trx);
}
