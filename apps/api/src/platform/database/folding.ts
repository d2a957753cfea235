/** Carrying what waits, and what a new day changes, into the stored totals while the product runs (functions/totaux, adr/0046, adr/0070). */
import { sql } from 'kysely';
import { repeat, type Repeating } from '#src/platform/repeat.ts';
import type { Database } from './database.ts';

/** Milliseconds between two rounds: what waits meanwhile is read along with the totals, row by row. */
const EVERY = 1000;

/** What is carried in rounds, and how many rows one round carries at most. */
const CARRIED = [
  {
    waits: sql`exists (select from attente_encaissement) or exists (select from attente_imputation)
      or exists (select from attente_montant)`,
    carry: sql`replier_totaux`,
    most: 20_000,
  },
  // what somebody owes holds up to a day: the next one is carried soon after midnight, or when a server starts again
  {
    waits: sql`exists (select from du_contribuable where jusque < aujourdhui())
      or exists (select from du_jour where jour < aujourdhui())`,
    carry: sql`porter_dus_du_jour`,
    most: 2000,
  },
];

/** Looks first, since a write that does nothing would still empty every answer that is kept. @returns whether more waits */
async function fold(db: Database): Promise<boolean> {
  let more = false;
  for (const { waits, carry, most } of CARRIED) {
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
