import { describe, expect, it } from 'vitest';
import { Random, weighted } from './random.ts';

const draws = (random: Random, count = 1000): number[] => Array.from({ length: count }, () => random.next());

describe('Random', () => {
  it('repeats itself for the same seeds, and only for them', () => {
    expect(draws(new Random(1, 2))).toEqual(draws(new Random(1, 2)));
    expect(draws(new Random(1, 2))).not.toEqual(draws(new Random(2, 1)));
    expect(draws(new Random(9).reseed(1, 2))).toEqual(draws(new Random(1, 2)));
  });

  it('has a uniform distribution, also across neighbouring seeds', () => {
    const random = new Random();
    const firsts = Array.from({ length: 20_000 }, (_, i) => random.reseed(1, i).next());
    for (const sample of [firsts, draws(new Random(3), 20_000)]) {
      expect(sample.every((x) => x >= 0 && x < 1)).toBe(true);
      expect(sample.reduce((a, b) => a + b) / sample.length).toBeCloseTo(0.5, 1);
    }
  });

  it('keeps integers within their bounds, both included', () => {
    const random = new Random(5);
    const seen = new Set(Array.from({ length: 500 }, () => random.int(-1, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
  });

  it('draws in proportion to weights, and never an item of weight zero', () => {
    const random = new Random(8);
    const choice = weighted(['a', 'b', 'never', 'c'], (item) => ({ a: 1, b: 2, never: 0, c: 7 })[item] ?? 0);
    const counts: Record<string, number> = {};
    for (let i = 0; i < 20_000; i++) {
      const item = random.draw(choice);
      counts[item] = (counts[item] ?? 0) + 1;
    }
    expect(counts['never']).toBeUndefined();
    expect((counts['c'] ?? 0) / 20_000).toBeCloseTo(0.7, 1);
    expect((counts['a'] ?? 0) / 20_000).toBeCloseTo(0.1, 1);
  });

  it('has a normal distribution', () => {
    const random = new Random(4);
    const sample = Array.from({ length: 20_000 }, () => random.gaussian(10, 2));
    const mean = sample.reduce((a, b) => a + b) / sample.length;
    const variance = sample.reduce((a, b) => a + (b - mean) ** 2, 0) / sample.length;
    expect(mean).toBeCloseTo(10, 0);
    expect(Math.sqrt(variance)).toBeCloseTo(2, 0);
  });

  it('shuffles without losing anything', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    const shuffled = new Random(6).shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
  });
});
