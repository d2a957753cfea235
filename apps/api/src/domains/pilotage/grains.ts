/** Stored totals are kept by day, month and year: the fewest of them that make up a period. */
import { addDays, type Day } from '@octroi/contract';

export type Grain = 'j' | 'm' | 'a';

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

const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;
export const yearStart = (day: Day): Day => `${day.slice(0, 4)}-01-01`;
const nextMonth = (day: Day): Day =>
  day.slice(0, 7) === '9999-12' ? END : monthStart(addDays(monthStart(day), 31));
const nextYear = (day: Day): Day =>
  day.slice(0, 4) === '9999' ? END : yearStart(addDays(yearStart(day), 366));

/**
 * Cuts a period into whole years, whole months and days.
 * @param from first day, or absent for the beginning of time
 * @param to last day, or absent for its end
 */
export function segmentsOf(from: Day | undefined, to: Day | undefined): Segment[] {
  const start = from ?? BEGINNING;
  const after = to && to < END ? addDays(to, 1) : END; // first day beyond the period
  if (start >= after) return [];

  const firstYear = start === yearStart(start) ? start : nextYear(start);
  const endYear = yearStart(after);
  if (firstYear < endYear)
    return [
      ...monthsAndDays(start, firstYear),
      { grain: 'a', from: firstYear, to: addDays(endYear, -1) },
      ...monthsAndDays(endYear, after),
    ];
  return monthsAndDays(start, after);
}

/** Cuts a period into whole months and days. @param after first day beyond it */
export function monthsAndDays(start: Day, after: Day): Segment[] {
  const segments: Segment[] = [];
  const firstMonth = start === monthStart(start) ? start : nextMonth(start);
  const endMonth = monthStart(after);
  const days = (from: Day, end: Day): void => {
    if (from < end) segments.push({ grain: 'j', from, to: addDays(end, -1) });
  };
  if (firstMonth < endMonth) {
    days(start, firstMonth);
    segments.push({ grain: 'm', from: firstMonth, to: addDays(endMonth, -1) });
    days(endMonth, after);
  } else days(start, after);
  return segments;
}

interface Tiling {
  segments: SignedSegment[];
  /** How many totals are read, about: what the choice between tilings is made by. */
  units: number;
}

const day = (text: Day): number => Date.parse(text) / 86_400_000;
const month = (text: Day): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
const LENGTH: Record<Grain, (from: Day, to: Day) => number> = {
  j: (from, to) => day(to) - day(from),
  m: (from, to) => month(to) - month(from),
  // few years hold anything
  a: () => 2,
};

/** What leads from one day to another in steps of one grain: added forwards, taken off backwards. */
function step(grain: Grain, start: Day, after: Day): Tiling {
  if (start === after) return { segments: [], units: 0 };
  const [from, end, sign] = start < after ? [start, after, 1 as const] : [after, start, -1 as const];
  return { segments: [{ grain, from, to: addDays(end, -1), sign }], units: LENGTH[grain](from, end) };
}

const around = (day: Day, start: (day: Day) => Day, next: (day: Day) => Day): Day[] =>
  day === start(day) ? [day] : [start(day), next(day)];

/** The best way from one day to another: by steps of `grain` alone, or over the starts of coarser totals. */
function bestWay(start: Day, after: Day, grain: Grain): Tiling {
  const ways = [step(grain, start, after)];
  const coarser = grain === 'j' ? 'm' : 'a';
  const starts = (each: Day): Day[] =>
    grain === 'j' ? around(each, monthStart, nextMonth) : around(each, yearStart, nextYear);
  if (grain !== 'a')
    for (const first of starts(start))
      for (const last of starts(after)) {
        const parts = [step(grain, start, first), bestWay(first, last, coarser), step(grain, last, after)];
        ways.push({
          segments: parts.flatMap((part) => part.segments),
          units: parts.reduce((sum, part) => sum + part.units, 0),
        });
      }
  return ways.reduce((best, way) => (way.units < best.units ? way : best));
}

/**
 * The same for what can be subtracted: nearly a whole month is that month less some days, so that a period of any
 * bounds takes half as many totals. To add up `sign` times each total.
 */
export function signedSegmentsOf(from: Day | undefined, to: Day | undefined): SignedSegment[] {
  const start = from ?? BEGINNING;
  const after = to && to < END ? addDays(to, 1) : END;
  return start < after ? bestWay(start, after, 'j').segments : [];
}
