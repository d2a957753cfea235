import { sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Checks deferred constraints now, instead of at the end of the transaction. */
export async function checkNow(trx: OpenTransaction): Promise<void> {
  await sql`set constraints all immediate`.execute(trx);
}
