/** Seals the journal while the product runs: every minute, and once more when it stops. */
import type { Database } from '#src/platform/database/database.ts';
import { repeat, type Repeating } from '#src/platform/repeat.ts';
import { BATCH, sealJournal } from './seal.repository.ts';

const MINUTE = 60_000;
/** A stop does not wait for a long backlog: the next start continues it. */
const BATCHES_AT_STOP = 10;

/**
 * Starts sealing; a failure is logged and tried again in the next round.
 * @param every milliseconds from the end of one round to the next
 * @returns stops it, after sealing once more
 */
export function startSealing(
  db: Database,
  log: { error: (facts: { err: unknown }, message: string) => void },
  every = MINUTE,
): Repeating {
  const failed = (error: unknown): void => log.error({ err: error }, 'sealing the journal failed');
  async function sealBatches(goesOn: (done: number) => boolean): Promise<void> {
    let done = 0;
    while (goesOn(done) && (await sealJournal(db)) === BATCH) done += 1;
  }
  const repeating = repeat(sealBatches, every, failed);
  return {
    async stop() {
      await repeating.stop();
      await sealBatches((done) => done < BATCHES_AT_STOP).catch(failed);
    },
  };
}
