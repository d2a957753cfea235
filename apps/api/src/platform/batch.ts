/**
 * Calls that arrive together, done together: one transaction for several payments costs little more than for one, and
 * what they all write (totals, counters) is written once. A call that arrives alone does not wait.
 */
interface Batches<Item, Result> {
  /** Does one thing, with whatever else is asked for at the same moment. */
  add: (item: Item) => Promise<Result>;
}

interface BatchOptions<Item, Result> {
  /**
   * Does some things at once: one result an item, in their order. Where it throws, nothing is done, and each is then
   * tried alone, so that one that fails fails no other.
   */
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items that share a key go into different batches, in the order in which they came. */
  keysOf: (item: Item) => readonly (string | number)[];
  /** Items in a batch at most. */
  max: number;
  /** Batches under way at the same time at most. */
  together: number;
}

interface Waiting<Item, Result> {
  item: Item;
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
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1) for (const entry of batch) await settle([entry]);
      else batch[0]?.reject(error);
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
        waiting.push({ item, resolve, reject });
        // what else arrives in this turn of the event loop comes along
        setImmediate(start);
      }),
  };
}
