/** Work that is repeated while the product runs. */

export interface Repeating {
  /** Ends the timer and waits for the round under way. */
  stop: () => Promise<void>;
}

/**
 * Does some work at once, and again some time after each round has ended; a round that fails is told, and the next one tries again.
 * @param work stops early where `goesOn` says no
 * @param every milliseconds from the end of one round to the next
 */
export function repeat(
  work: (goesOn: () => boolean) => Promise<void>,
  every: number,
  failed: (error: unknown) => void,
): Repeating {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function round(): Promise<void> {
    await work(() => !stopping).catch(failed);
    if (stopping) return;
    timer = setTimeout(() => {
      present = round();
    }, every);
  }
  let present = round();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await present;
    },
  };
}
