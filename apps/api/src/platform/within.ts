import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The work's result, if it comes in time; the work itself is not stopped.
 * @param patience milliseconds
 * @throws where it fails, or does not come
 */
export async function within<Result>(patience: number, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = sleep(patience, undefined, { signal: over.signal }).then((): never => {
    throw new Error(`no answer in ${patience} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
