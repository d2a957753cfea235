/** What an account keeps of where it was opened from: the latest, and no more. */
import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Of each kind, one account's. */
const KEPT = 20;

const COLUMNS = { appareil: 'token_hash', adresse_connue: 'adresse' } as const;

/** Forgets what an account has beyond the latest, and what was last seen before `since`. */
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
