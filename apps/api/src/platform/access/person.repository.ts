/** Locks a person's row, so that concurrent requests of the same person run one after the other. */
import type { OpenTransaction } from '#src/platform/database/database.ts';

/**
 * Locks the row of a person until the transaction ends. Counts under this lock are exact: two concurrent requests
 * cannot both take the last free place.
 */
export async function lockPerson(trx: OpenTransaction, id: number): Promise<void> {
  await trx.selectFrom('utilisateur').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
