/** A small seeded generator (sfc32): the same seeds give the same draws on every machine. Never for secrets. */

/** Spreads an integer over 32 bits (murmur3 finaliser), so that neighbouring seeds give unlike sequences. */
function spread(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Items with cumulated weights, made once and drawn often. */
export interface Weighted<T> {
  items: readonly T[];
  /** Cumulated weights, ascending; the last one is the total. */
  upTo: readonly number[];
}

export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): Weighted<T> {
  if (items.length === 0) throw new Error('weighted: nothing to choose from');
  let total = 0;
  return { items, upTo: items.map((item) => (total += weightOf(item))) };
}

export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 1;

  constructor(...seeds: number[]) {
    this.reseed(...seeds);
  }

  /** Starts another sequence in place: one object serves a million records without garbage. */
  reseed(...seeds: number[]): this {
    let h = 0x9e3779b9;
    for (const seed of seeds) h = spread(h ^ spread(seed + 0x7f4a7c15));
    this.a = h;
    this.b = spread(h + 1);
    this.c = spread(h + 2);
    this.counter = 1;
    for (let i = 0; i < 8; i++) this.uint32();
    return this;
  }

  /** 0 to 2^32 - 1. */
  uint32(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** 0 (included) to 1 (excluded). */
  next(): number {
    return this.uint32() / 4294967296;
  }

  /** An integer between two bounds, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('pick: nothing to choose from');
    return item;
  }

  /** One item, in proportion to its weight. */
  draw<T>(choice: Weighted<T>): T {
    const { items, upTo } = choice;
    const target = this.next() * (upTo[upTo.length - 1] ?? 0);
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((upTo[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return items[low] as T;
  }

  /** Normal distribution (Box-Muller). */
  gaussian(mean = 0, deviation = 1): number {
    const u = 1 - this.next();
    return mean + deviation * Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }

  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }
}

/** `'a, b, c'` -> `['a', 'b', 'c']`: long lists stay readable in the sources. */
export const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
