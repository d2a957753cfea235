/** Stored totals are kept by day, ISO week, month and year: the fewest of them that make up a period. */
import type { Day } from '@octroi/contract';

export type Grain = 'j' | 's' | 'm' | 'a';

/** All totals of one grain whose first day lies between two days, both included. */
export interface Segment {
  grain: Grain;
  from: Day;
  to: Day;
}

/** A segment that is added to a sum, or taken from it. */
export interface SignedSegment extends Segment {
  sign: 1 | -1;
}

export const BEGINNING = '0001-01-01';
export const END = '9999-12-31';

// Days are counted from here on: a choice between many ways takes many steps.
const DAY_MS = 86_400_000;
const numberOf = (day: Day): number => Date.parse(day) / DAY_MS;
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const [FIRST, LAST] = [numberOf(BEGINNING), numberOf(END)];
/** The week of the first Monday. */
const MONDAY = numberOf('1970-01-05');

/** The first day of the total that holds a day. */
const firstOf: Record<Grain, (day: number) => number> = {
  j: (day) => day,
  s: (day) => day - ((((day - MONDAY) % 7) + 7) % 7),
  m: (day) => new Date(day * DAY_MS).setUTCDate(1) / DAY_MS,
  a: (day) => new Date(day * DAY_MS).setUTCMonth(0, 1) / DAY_MS,
};
const LONGEST: Record<Grain, number> = { j: 1, s: 7, m: 31, a: 366 };

/** First day of the total after the one that holds a day; time ends with the last day. */
const nextOf = (grain: Grain, day: number): number =>
  Math.min(LAST, firstOf[grain](firstOf[grain](day) + LONGEST[grain]));

export const yearStart = (day: Day): Day => dayOf(firstOf.a(numberOf(day)));

/** A period by its first day and the first beyond it. */
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
 * Cuts a period into whole years, whole months and days.
 * @param from first day, or absent for the beginning of time
 * @param to last day, or absent for its end
 * @param grains what to cut into, the coarsest first: each is made up of whole ones of the next
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
  /** How many rows are read, about: what the choice between ways is made by. */
  rows: number;
}

/**
 * Rows of one total, a day's taken as one. In a town of any size most places that have anything in a month have it in
 * a week, so that longer totals are hardly longer lists.
 */
const ROWS: Record<Grain, number> = { j: 1, s: 2, m: 2, a: 3 };
const MEAN: Record<Grain, number> = { j: 1, s: 7, m: 30.44, a: 365.25 };
/** Few years hold anything, however long a period. */
const FEW_YEARS = 3;

/** What leads from one day to another in steps of one grain: added forwards, taken off backwards. */
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

/** The best way from one day to another: over the starts of the coarsest totals nearest to both, or without these. */
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
 * The same for what can be subtracted: nearly a whole month is that month less some days, so that a period of any
 * bounds takes few totals. To add up `sign` times each total.
 */
export function signedSegmentsOf(from: Day | undefined, to: Day | undefined): SignedSegment[] {
  const [start, after] = bounds(from, to);
  if (start >= after) return [];
  return bestWay(start, after, ['a', 'm', 's', 'j']).steps.map(({ sign, ...each }) => ({
    ...segment(each.grain, each.start, each.after),
    sign,
  }));
}
