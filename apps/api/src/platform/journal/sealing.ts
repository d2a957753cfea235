/** The sealing of the journal while the product runs: every minute, and once more when it stops. */
import type { Database } from '#src/platform/database/database.ts';
import { BATCH, sealJournal } from './seal.repository.ts';

const MINUTE = 60_000;
/** A stop does not wait for a long backlog: the next start goes on with it. */
const BATCHES_AT_STOP = 10;

export interface Sealing {
  /** Ends the timer, waits for the batch under way and seals what waits. */
  stop: () => Promise<void>;
}

/**
 * Starts to seal; a failure is logged and tried again at the next turn.
 * @param every milliseconds from the end of one turn to the next
 */
export function startSealing(
  db: Database,
  log: { error: (facts: { err: unknown }, message: string) => void },
  every = MINUTE,
): Sealing {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function sealBatches(goesOn: (done: number) => boolean): Promise<void> {
    try {
      let done = 0;
      while (goesOn(done) && (await sealJournal(db)) === BATCH) done += 1;
    } catch (error) {
      log.error({ err: error }, 'sealing the journal failed');
    }
  }
  async function turn(): Promise<void> {
    await sealBatches(() => !stopping);
    if (stopping) return;
    timer = setTimeout(() => {
      present = turn();
    }, every);
  }
  let present = turn();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await present;
      await sealBatches((done) => done < BATCHES_AT_STOP);
    },
  };
}
