/** Stored totals exist by day, ISO week, month and year: this chooses the fewest that make up a period. */
import type { Day } from '@octroi/contract';

export type Grain = 'j' | 's' | 'm' | 'a';

/** All totals of one grain whose first day lies between two days, both included. */
export interface Segment {
  grain: Grain;
  from: Day;
  to: Day;
}

/** A segment that is added to a sum, or subtracted from it. */
export interface SignedSegment extends Segment {
  sign: 1 | -1;
}

export const BEGINNING = '0001-01-01';
export const END = '9999-12-31';

// Days are numbered from 1970, since the choice between many ways takes many steps.
const DAY_MS = 86_400_000;
const numberOf = (day: Day): number => Date.parse(day) / DAY_MS;
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const [FIRST, LAST] = [numberOf(BEGINNING), numberOf(END)];
/** The week of the first Monday. */
const MONDAY = numberOf('1970-01-05');

/** The first day of the total that contains a day. */
const firstOf: Record<Grain, (day: number) => number> = {
  j: (day) => day,
  s: (day) => day - ((((day - MONDAY) % 7) + 7) % 7),
  m: (day) => new Date(day * DAY_MS).setUTCDate(1) / DAY_MS,
  a: (day) => new Date(day * DAY_MS).setUTCMonth(0, 1) / DAY_MS,
};
const LONGEST: Record<Grain, number> = { j: 1, s: 7, m: 31, a: 366 };

/** First day of the next total; the last day of all has none. */
const nextOf = (grain: Grain, day: number): number =>
  Math.min(LAST, firstOf[grain](firstOf[grain](day) + LONGEST[grain]));

export const yearStart = (day: Day): Day => dayOf(firstOf.a(numberOf(day)));

/** A period as its first day, and the first day after it. */
const bounds = (from: Day | undefined, to: Day | undefined): [number, number] => [
  from ? numberOf(from) : FIRST,
  to ? Math.min(LAST, numberOf(to) + 1) : LAST,
];

const segment = (grain: Grain, start: number, after: number): Segment => ({
  grain,
  from: dayOf(start),
  to: dayOf(after - 1),
});

/**
 * Splits a period into whole years, months and days.
 * @param from first day; absent for no lower bound
 * @param to last day; absent for no upper bound
 * @param grains allowed grains, the coarsest first: each consists of whole ones of the next
 */
export function segmentsOf(
  from: Day | undefined,
  to: Day | undefined,
  grains: readonly Grain[] = ['a', 'm', 'j'],
): Segment[] {
  return cut(...bounds(from, to), grains);
}

function cut(start: number, after: number, [grain, ...finer]: readonly Grain[]): Segment[] {
  if (grain === undefined || start >= after) return [];
  const first = start === firstOf[grain](start) ? start : nextOf(grain, start);
  const end = firstOf[grain](after);
  if (first >= end) return cut(start, after, finer);
  return [...cut(start, first, finer), segment(grain, first, end), ...cut(end, after, finer)];
}

interface Way {
  steps: { grain: Grain; start: number; after: number; sign: 1 | -1 }[];
  /** Estimated number of rows to read, by which ways are compared. */
  rows: number;
}

/**
 * Estimated rows of one total, relative to a day's. In a town of any size most places active in a month are active in a
 * week, so longer totals have hardly more rows.
 */
const ROWS: Record<Grain, number> = { j: 1, s: 2, m: 2, a: 3 };
const MEAN: Record<Grain, number> = { j: 1, s: 7, m: 30.44, a: 365.25 };
/** However long a period, few years have data. */
const FEW_YEARS = 3;

/** Ways between two days in steps of one grain: forwards they are added, backwards subtracted. */
function step(grain: Grain, start: number, after: number): Way {
  if (start === after) return { steps: [], rows: 0 };
  const [first, end, sign] = start < after ? [start, after, 1 as const] : [after, start, -1 as const];
  const count = Math.round((end - first) / MEAN[grain]);
  return {
    steps: [{ grain, start: first, after: end, sign }],
    rows: ROWS[grain] * (grain === 'a' ? Math.min(count, FEW_YEARS) : count),
  };
}

const joined = (ways: readonly Way[]): Way => ({
  steps: ways.flatMap((way) => way.steps),
  rows: ways.reduce((sum, way) => sum + way.rows, 0),
});

/** The best way between two days: through the nearest starts of the coarsest totals, or without them. */
function bestWay(start: number, after: number, [grain, ...finer]: readonly [Grain, ...Grain[]]): Way {
  const [next, ...rest] = finer;
  if (next === undefined || start === after) return step(grain, start, after);
  const finerWay = (from: number, to: number): Way => bestWay(from, to, [next, ...rest]);
  const around = (day: number): number[] => {
    const first = firstOf[grain](day);
    return first === day ? [day] : [first, nextOf(grain, day)];
  };
  const heads = around(start).map((day) => ({ day, way: finerWay(start, day) }));
  const tails = around(after).map((day) => ({ day, way: finerWay(day, after) }));
  const over = heads.flatMap((head) =>
    tails.map((tail) => joined([head.way, step(grain, head.day, tail.day), tail.way])),
  );
  return over.reduce((best, way) => (way.rows < best.rows ? way : best), finerWay(start, after));
}

/**
 * The same with subtraction: nearly a whole month is that month minus some days, so that any period takes few totals.
 * Each total counts `sign` times.
 */
export function signedSegmentsOf(from: Day | undefined, to: Day | undefined): SignedSegment[] {
  const [start, after] = bounds(from, to);
  if (start >= after) return [];
  return bestWay(start, after, ['a', 'm', 's', 'j']).steps.map(({ sign, ...each }) => ({
    ...segment(each.grain, each.start, each.after),
    sign,
  }));
}
