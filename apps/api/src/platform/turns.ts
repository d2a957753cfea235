/** Work that is done again and again while the product runs. */

export interface Turns {
  /** Ends the timer and waits for the turn under way. */
  stop: () => Promise<void>;
}

/**
 * Does some work at once, and again so long after each turn has ended; what fails is told, and tried again at the next turn.
 * @param work goes on while it may
 * @param every milliseconds from the end of one turn to the next
 */
export function inTurns(
  work: (goesOn: () => boolean) => Promise<void>,
  every: number,
  failed: (error: unknown) => void,
): Turns {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function turn(): Promise<void> {
    await work(() => !stopping).catch(failed);
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
    },
  };
}
