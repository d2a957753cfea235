/**
 * Adds waiting movements and each new day's dues to the stored totals while the product runs (functions/totaux,
 * adr/0046, adr/0070).
 */
import { sql } from 'kysely';
import { repeat, type Repeating } from '#src/platform/repeat.ts';
import type { Database } from './database.ts';

/** Milliseconds between two rounds. Reads add what waits meanwhile row by row. */
const INTERVAL_MS = 1000;

/** The work of a round, and its maximum number of rows. */
const ROUND_TASKS = [
  {
    waits: sql`exists (select from mouvement_en_attente)`,
    carry: sql`replier_totaux`,
    most: 20_000,
  },
  // dues are stored up to a day: the next day is added soon after midnight, or at the next start
  {
    waits: sql`exists (select from du_contribuable where jusque < aujourdhui())
      or exists (select from du_jour where jour < aujourdhui())`,
    carry: sql`porter_dus_du_jour`,
    most: 2000,
  },
];

/** Checks first, since even a write without effect would empty the cache of answers. @returns whether more waits */
async function runRound(db: Database): Promise<boolean> {
  let more = false;
  for (const { waits, carry, most } of ROUND_TASKS) {
    const { rows } = await sql<{ waits: boolean }>`select ${waits} as waits`.execute(db);
    if (!rows[0]?.waits) continue;
    const carried = await db
      .transaction()
      .execute((trx) => sql<{ n: number }>`select ${carry}(${most}) as n`.execute(trx));
    more ||= (carried.rows[0]?.n ?? 0) >= most;
  }
  return more;
}

export interface Folding extends Repeating {
  /** End of the last successful round: until then everything was added, by this server or another. */
  at: () => Date | undefined;
}

/** Several servers may run it at once. What still waits at the stop is counted by the reads. */
export function startFolding(
  db: Database,
  log: { error: (facts: { err: unknown }, message: string) => void },
  interval = INTERVAL_MS,
): Folding {
  let last: Date | undefined;
  const repeating = repeat(
    async (goesOn) => {
      while (goesOn() && (await runRound(db)));
      last = new Date();
    },
    interval,
    (error) => log.error({ err: error }, 'carrying what waits into the totals failed'),
  );
  return { ...repeating, at: () => last };
}
