/**
 * Whether somebody still waits for a work. When the caller of a request goes away, the queries that read for it are
 * cancelled (`database/standby/pools.ts`), unless somebody else waits for the same answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const waiting = new AsyncLocalStorage<AbortSignal | undefined>();

/** Aborted when nobody waits any more for the work that asks; undefined if it is done in any case. */
export const abandonSignal = (): AbortSignal | undefined => waiting.getStore();

/** Does `work` for a caller who may go away, which `signal` tells. */
export const whileAwaited = <Result>(signal: AbortSignal, work: () => Result): Result =>
  waiting.run(signal, work);

/** Does `work` to its end, whoever goes away: its result is for others too. */
export const inAnyCase = <Result>(work: () => Result): Result => waiting.run(undefined, work);

/** A work that several callers wait for: it is abandoned when the last one has gone away. */
export class SharedWork<Result> {
  readonly #abandoned = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  constructor(work: () => Promise<Result>) {
    this.#result = whileAwaited(this.#abandoned.signal, work);
    // each caller handles a failure; there may be none left
    this.#result.catch(() => undefined);
  }

  get isAbandoned(): boolean {
    return this.#abandoned.signal.aborted;
  }

  /** Waits for the result, as one more caller. */
  async wait(): Promise<Result> {
    const signal = abandonSignal();
    const leave = (): void => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abandoned.abort();
    };
    this.#waiting += 1;
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await this.#result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
