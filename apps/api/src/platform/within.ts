import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The result of work, if it comes in time; the work itself is not stopped.
 * @param patience milliseconds
 * @throws if the work fails or is late
 */
export async function within<Result>(patience: number, work: Promise<Result>): Promise<Result> {
  const stopTimer = new AbortController();
  const timeout = sleep(patience, undefined, { signal: stopTimer.signal }).then((): never => {
    throw new Error(`no answer in ${patience} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    stopTimer.abort();
  }
}
