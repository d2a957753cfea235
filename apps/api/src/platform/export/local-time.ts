/** Local time of instants for a million rows: calling Intl for each would take longer than everything else. */

import { formatDay } from '@octroi/contract';

const DAY = 86_400_000;
/** Cached days: some sixty years. */
const MAX_KEPT = 20_000;

/** Offset by time zone, then by day since 1970; NaN for a day on which the offset changes. */
const zones = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(moment: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const millis = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -millis : millis;
}

function keep<Value>(kept: Map<number, Value>, key: number, make: () => Value): Value {
  let value = kept.get(key);
  if (value !== undefined) return value;
  value = make();
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, value);
  return value;
}

/**
 * @param instant ISO text in UTC
 * @returns milliseconds since 1970 as if the local clock showed UTC
 */
export function localMillis(instant: string, timeZone: string): number {
  const moment = Date.parse(instant);
  let offsets = zones.get(timeZone);
  if (!offsets) zones.set(timeZone, (offsets = new Map()));
  const day = Math.floor(moment / DAY);
  const offset = keep(offsets, day, () => {
    const first = offsetAt(day * DAY, timeZone);
    return first === offsetAt((day + 1) * DAY - 1, timeZone) ? first : Number.NaN;
  });
  return moment + (Number.isNaN(offset) ? offsetAt(moment, timeZone) : offset);
}

/** Whether the text of a day column is a calendar day, which has no time zone; an instant is longer. */
export const isCalendarDay = (text: string): boolean => text.length === 10;

/** Otherwise the text is a label, such as TOTAL. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);

/** Cached `DD/MM/YYYY` by days since 1970. */
const days = new Map<number, string>();

/** Day of an instant or of a calendar day, DD/MM/YYYY. */
export function localDay(text: string, timeZone: string): string {
  if (isCalendarDay(text)) return formatDay(text);
  const day = Math.floor(localMillis(text, timeZone) / DAY);
  return keep(days, day, () => formatDay(new Date(day * DAY).toISOString()));
}

const SIXTY = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Hour of an instant, HH:mm:ss. */
export function localHour(instant: string, timeZone: string): string {
  const millis = localMillis(instant, timeZone);
  const seconds = Math.floor((millis - Math.floor(millis / DAY) * DAY) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${SIXTY[Math.floor(minutes / 60)]}:${SIXTY[minutes % 60]}:${SIXTY[seconds % 60]}`;
}
