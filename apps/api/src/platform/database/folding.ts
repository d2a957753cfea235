/** Carrying what waits into the stored totals while the product runs (functions/totaux, adr/0046). */
import { sql } from 'kysely';
import { repeat, type Repeating } from '#src/platform/repeat.ts';
import type { Database } from './database.ts';

/** Milliseconds between two rounds: what waits meanwhile is read along with the totals, row by row. */
const EVERY = 1000;
/** Movements of each kind that one round carries at most. */
const MOST = 20_000;

/** Looks first, since a write that does nothing would still empty every answer that is kept. */
async function fold(db: Database): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from attente_encaissement) or exists (select from attente_imputation)
      or exists (select from attente_montant) as waits`.execute(db);
  if (!rows[0]?.waits) return false;
  const carried = await db
    .transaction()
    .execute((trx) => sql<{ n: number }>`select replier_totaux(${MOST}) as n`.execute(trx));
  return (carried.rows[0]?.n ?? 0) >= MOST;
}

export interface Folding extends Repeating {
  /** When a round last ended well: what waited was carried, by this server or another. */
  at: () => Date | undefined;
}

/** Several servers may do so beside one another. What waits when it stops is as exact as what was carried. */
export function startFolding(
  db: Database,
  log: { error: (facts: { err: unknown }, message: string) => void },
  every = EVERY,
): Folding {
  let last: Date | undefined;
  const repeating = repeat(
    async (goesOn) => {
      while (goesOn() && (await fold(db)));
      last = new Date();
    },
    every,
    (error) => log.error({ err: error }, 'carrying what waits into the totals failed'),
  );
  return { ...repeating, at: () => last };
}
