import { addDays } from '@octroi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grain, segmentsOf, signedSegmentsOf } from './grains.ts';

/** Days from 2019 to 2028, two leap years among them, month and year ends more often than others. */
const day = fc.oneof(
  fc.integer({ min: 0, max: 3650 }).map((count) => addDays('2019-01-01', count)),
  fc
    .tuple(fc.integer({ min: 2019, max: 2028 }), fc.integer({ min: 1, max: 12 }), fc.boolean())
    .map(([year, month, end]) => {
      const first = `${year}-${String(month).padStart(2, '0')}-01`;
      return end ? addDays(first, -1) : first;
    }),
);

/** What periods are cut into: tables by day, week, month and year. */
const grains = fc.constantFrom<readonly Grain[] | undefined>(undefined, ['j'], ['s', 'j'], ['m', 'j']);

/** The first day after the total that begins on `start`. */
function after(grain: Grain, start: string): string {
  if (grain === 'j' || grain === 's') return addDays(start, grain === 'j' ? 1 : 7);
  const beyond = addDays(start, grain === 'm' ? 31 : 366);
  return grain === 'm' ? `${beyond.slice(0, 7)}-01` : `${beyond.slice(0, 4)}-01-01`;
}

/** Every day that the totals of the segments hold, in order. */
function daysOf(from: string, to: string, grains?: readonly Grain[]): string[] {
  const days: string[] = [];
  for (const { grain, from: first, to: last } of segmentsOf(from, to, grains))
    for (let start = first; start <= last; start = after(grain, start))
      for (let each = start; each < after(grain, start); each = addDays(each, 1)) days.push(each);
  return days;
}

describe('segmentsOf', () => {
  it('tiles a period exactly: each day once, none beyond', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1200 }), grains, (from, length, each) => {
        const expected = Array.from({ length: length + 1 }, (_, index) => addDays(from, index));
        expect(daysOf(from, addDays(from, length), each)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('uses at most five segments, each of totals that begin on their own first day', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        const segments = segmentsOf(from, to);
        expect(segments.length).toBeLessThanOrEqual(5);
        for (const { grain, from: first } of segments) {
          if (grain === 'a') expect(first).toMatch(/-01-01$/);
          if (grain === 'm') expect(first).toMatch(/-01$/);
        }
      }),
    );
  });

  it('reads a whole year, a whole month and a single day as one total each', () => {
    expect(segmentsOf('2026-01-01', '2026-12-31')).toEqual([
      { grain: 'a', from: '2026-01-01', to: '2026-12-31' },
    ]);
    expect(segmentsOf('2028-02-01', '2028-02-29')).toEqual([
      { grain: 'm', from: '2028-02-01', to: '2028-02-29' },
    ]);
    expect(segmentsOf('2026-11-21', '2026-11-21')).toEqual([
      { grain: 'j', from: '2026-11-21', to: '2026-11-21' },
    ]);
  });

  it('reads the weeks of a period, and the days of those that it cuts', () => {
    expect(segmentsOf('2026-11-18', '2026-12-08', ['s', 'j'])).toEqual([
      { grain: 'j', from: '2026-11-18', to: '2026-11-22' },
      { grain: 's', from: '2026-11-23', to: '2026-12-06' },
      { grain: 'j', from: '2026-12-07', to: '2026-12-08' },
    ]);
  });

  it('reads a period without bounds as whole years', () => {
    expect(segmentsOf(undefined, undefined)[0]).toEqual({ grain: 'a', from: '0001-01-01', to: '9998-12-31' });
    expect(segmentsOf('2026-01-01', undefined)[0]).toEqual({
      grain: 'a',
      from: '2026-01-01',
      to: '9998-12-31',
    });
    expect(segmentsOf(undefined, '2025-12-31')).toEqual([
      { grain: 'a', from: '0001-01-01', to: '2025-12-31' },
    ]);
  });

  it('includes the last possible day of the calendar', () => {
    expect(segmentsOf(undefined, '9999-12-31')).toEqual(segmentsOf(undefined, undefined));
  });

  it('is empty if the period ends before it begins', () => {
    expect(segmentsOf('2026-11-22', '2026-11-21')).toEqual([]);
  });
});

describe('signedSegmentsOf', () => {
  /** How often each day is counted, taken off included. */
  function countsOf(from: string, to: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { grain, from: first, to: last, sign } of signedSegmentsOf(from, to))
      for (let start = first; start <= last; start = after(grain, start))
        for (let each = start; each < after(grain, start); each = addDays(each, 1))
          counts.set(each, (counts.get(each) ?? 0) + sign);
    return counts;
  }

  it('counts each day of a period once, and no other', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1200 }), (from, length) => {
        const counted = [...countsOf(from, addDays(from, length))].filter(([, count]) => count !== 0);
        expect(new Map(counted)).toEqual(
          new Map(Array.from({ length: length + 1 }, (_, index) => [addDays(from, index), 1])),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('reads no more than sixteen days, and eighteen weeks and months', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1200 }), (from, length) => {
        const counted = { j: 0, s: 0, m: 0, a: 0 };
        for (const { grain, from: first, to } of signedSegmentsOf(from, addDays(from, length)))
          for (let start = first; start <= to; start = after(grain, start)) counted[grain] += 1;
        expect(counted.j).toBeLessThanOrEqual(16);
        expect(counted.s + counted.m).toBeLessThanOrEqual(18);
      }),
    );
  });

  it('subtracts a few days from a whole month, and reads a period without bounds as whole years', () => {
    expect(signedSegmentsOf('2026-03-05', '2026-03-31')).toEqual([
      { grain: 'j', from: '2026-03-01', to: '2026-03-04', sign: -1 },
      { grain: 'm', from: '2026-03-01', to: '2026-03-31', sign: 1 },
    ]);
    expect(signedSegmentsOf(undefined, undefined)).toEqual([
      { grain: 'a', from: '0001-01-01', to: '9999-12-30', sign: 1 },
    ]);
    expect(signedSegmentsOf('2026-11-22', '2026-11-21')).toEqual([]);
  });
});
