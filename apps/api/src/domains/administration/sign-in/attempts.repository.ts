/** Attempts that failed or are running, counted over fifteen minutes. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** How long an attempt counts. */
export const FAILURE_WINDOW = sql`interval '15 minutes'`;
/** Namespace of these advisory locks. */
const LOCKS = 7_230_115;

/** Locks keys until the transaction ends, in a fixed order: concurrent counts wait. */
export async function lockKeys(trx: OpenTransaction, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS}::int, hashtext(key))
    from unnest(${keys.toSorted()}::text[]) as key`.execute(trx);
}

interface Failures {
  nombre: number;
  /** Seconds since the last failure; null if there is none. */
  depuis: number | null;
}

/** Number of failures of each key, in the order of the keys. */
export async function countFailures(queries: Queries, keys: readonly string[]): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    select count(f.key) as nombre, extract(epoch from clock_timestamp() - max(f.failed_at)) as depuis
    from unnest(${keys}::text[]) with ordinality as k (key, rang)
    left join sign_in_failure f on f.key = k.key and f.failed_at > clock_timestamp() - ${FAILURE_WINDOW}
    group by k.rang order by k.rang`.execute(queries);
  return rows;
}

/** @returns ids to delete the attempts */
export async function insertAttempts(trx: OpenTransaction, keys: readonly string[]): Promise<number[]> {
  await trx
    .deleteFrom('sign_in_failure')
    .where('failed_at', '<', sql<string>`now() - ${FAILURE_WINDOW}`)
    .execute();
  const { rows } = await sql<{ id: number }>`
    insert into sign_in_failure (key, failed_at) select key, clock_timestamp() from unnest(${keys}::text[]) as key
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deleteAttempts(trx: OpenTransaction, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('sign_in_failure').where('id', '=', anyOf(ids)).execute();
}

export async function forgetFailures(trx: OpenTransaction, key: string): Promise<void> {
  await trx.deleteFrom('sign_in_failure').where('key', '=', key).execute();
}
