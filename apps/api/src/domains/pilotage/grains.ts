/** Stored totals are kept by day, month and year: the fewest of them that make up a period. */
import { addDays, type Day } from '@octroi/contract';

export type Grain = 'j' | 'm' | 'a';

/** All totals of one grain whose first day lies between two days, both included. */
export interface Segment {
  grain: Grain;
  from: Day;
  to: Day;
}

const BEGINNING = '0001-01-01';
const END = '9999-12-31';

const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;
const yearStart = (day: Day): Day => `${day.slice(0, 4)}-01-01`;
const nextMonth = (day: Day): Day => monthStart(addDays(monthStart(day), 31));
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

function monthsAndDays(start: Day, after: Day): Segment[] {
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
