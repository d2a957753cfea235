/** Work repeated while the product runs. */

export interface Repeating {
  /** Stops the timer and waits for the running round. */
  stop: () => Promise<void>;
}

/**
 * Runs work at once, and again some time after the end of each round; failures are reported, and the next round tries
 * again.
 * @param work stops early if `goesOn` returns false
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
