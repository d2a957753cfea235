/** Failed sign-ins, counted over a quarter of an hour. */
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

const WINDOW = sql`interval '15 minutes'`;

export async function countFailures(queries: Queries, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select count(f.key) as n from unnest(${keys}::text[]) with ordinality as k (key, rang)
    left join sign_in_failure f on f.key = k.key and f.failed_at > now() - ${WINDOW}
    group by k.rang order by k.rang`.execute(queries);
  return rows.map((row) => row.n);
}

export async function recordFailure(queries: Queries, keys: readonly string[]): Promise<void> {
  await sql`insert into sign_in_failure (key) select unnest(${keys}::text[])`.execute(queries);
  await sql`delete from sign_in_failure where failed_at < now() - ${WINDOW}`.execute(queries);
}

export async function forgetFailures(queries: Queries, key: string): Promise<void> {
  await sql`delete from sign_in_failure where key = ${key}`.execute(queries);
}
