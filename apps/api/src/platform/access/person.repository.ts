/** A person's row, as what lets that person's own calls wait for one another. */
import type { OpenTransaction } from '#src/platform/database/database.ts';

/**
 * Holds the row of a person until the transaction ends: whatever else of that person's is counted under it waits, so
 * that two calls of one moment do not both find the last place free.
 */
export async function lockPerson(trx: OpenTransaction, id: number): Promise<void> {
  await trx.selectFrom('utilisateur').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
