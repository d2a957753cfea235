/** Limits how many addresses and browsers are stored for an account. */
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Rows kept of each kind for an account. */
const KEPT = 20;

const COLUMNS = { appareil: 'token_hash', adresse_connue: 'adresse' } as const;

/** Deletes all but the latest rows of an account, and those last seen before `since`. */
export async function keepLatest(
  trx: OpenTransaction,
  table: keyof typeof COLUMNS,
  utilisateurId: number,
  since: RawBuilder<string>,
): Promise<void> {
  const [from, column] = [sql.table(table), sql.ref(COLUMNS[table])];
  await sql`delete from ${from} where utilisateur_id = ${utilisateurId} and ${column} not in (
    select ${column} from ${from} where utilisateur_id = ${utilisateurId} and seen_at > ${since}
    order by seen_at desc limit ${KEPT})`.execute(trx);
}
