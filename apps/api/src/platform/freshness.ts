/** Answers kept a short while, and never across a write of this process: every write bumps one counter. */

let generation = 0;

/** To be called once what was written is committed. */
export function bumpFreshness(): void {
  generation += 1;
}

interface Entry<Value> {
  value: Promise<Value>;
  generation: number;
  expiresAt: number;
}

export interface FreshCache<Value> {
  /** The kept answer under `key`, or that of `load`, which is then kept. A failed load is not kept. */
  get: (key: string, load: () => Promise<Value>) => Promise<Value>;
}

/**
 * @param ttl milliseconds for which another process's write may go unseen
 * @param max entries kept; the oldest goes first
 */
export function freshCache<Value>(ttl: number, max = 500): FreshCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known && known.generation === generation && known.expiresAt > Date.now()) return known.value;
      const value = load();
      entries.delete(key);
      entries.set(key, { value, generation, expiresAt: Date.now() + ttl });
      if (entries.size > max) entries.delete(entries.keys().next().value as string);
      value.catch(() => entries.delete(key));
      return value;
    },
  };
}
