/**
 * Runs concurrent calls in batches: one transaction for several payments costs little more than one for a single
 * payment, and shared rows (totals, counters) are written once. A single call does not wait.
 */
import { type Act, actUnderWay, asAct } from './act.ts';

interface Batches<Item, Result> {
  /** Processes one item, together with others added at the same moment. */
  add: (item: Item) => Promise<Result>;
}

interface BatchOptions<Item, Result> {
  /**
   * Processes a batch and returns one result per item, in order. If it throws before a commit, each item is then tried alone,
   * so that one failure does not affect the others; afterwards all is done already, and each item fails.
   */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items with a common key go into different batches, in their order of arrival. */
  keysOf: (item: Item) => readonly (string | number)[];
  /** Maximum items per batch. */
  max: number;
  /** Maximum batches running at the same time. */
  together: number;
}

interface Waiting<Item, Result> {
  item: Item;
  /** What added the item. */
  by: Act | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export function batches<Item, Result>(options: BatchOptions<Item, Result>): Batches<Item, Result> {
  const { run, keysOf, max, together } = options;
  let waiting: Waiting<Item, Result>[] = [];
  const busy = new Set<string | number>();
  let running = 0;

  function next(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const passed = new Set<string | number>();
    for (const entry of waiting) {
      const keys = keysOf(entry.item);
      const free = taken.length < max && keys.every((key) => !busy.has(key) && !passed.has(key));
      (free ? taken : left).push(entry);
      for (const key of keys) (free ? busy : passed).add(key);
    }
    waiting = left;
    return taken;
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const act: Act = { hasStored: false };
    const tell = (): void => {
      for (const { by } of batch) if (by && act.hasStored) by.hasStored = true;
    };
    try {
      const results = await asAct(act, () => run(batch.map(({ item }) => item)));
      tell();
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      tell();
      if (batch.length > 1 && !act.hasStored) for (const entry of batch) await settle([entry]);
      else for (const { reject } of batch) reject(error);
    }
  }

  function start(): void {
    while (running < together) {
      const batch = next();
      if (batch.length === 0) return;
      running += 1;
      void settle(batch).finally(() => {
        running -= 1;
        for (const { item } of batch) for (const key of keysOf(item)) busy.delete(key);
        start();
      });
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, by: actUnderWay(), resolve, reject });
        // items added in the same turn of the event loop join the batch
        setImmediate(start);
      }),
  };
}
