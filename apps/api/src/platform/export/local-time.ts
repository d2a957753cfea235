/** Instants as a clock on the wall tells them, a million at a time: asking Intl for each would take longer than all else. */

const QUARTER = 900_000;
const MAX_KEPT = 100_000;

/** Offsets change at quarters of an hour at most; by time zone, then by quarter. */
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

/**
 * @param instant ISO text in UTC
 * @returns milliseconds since 1970 as if the local clock showed UTC
 */
export function localMillis(instant: string, timeZone: string): number {
  const moment = Date.parse(instant);
  let offsets = zones.get(timeZone);
  if (!offsets) zones.set(timeZone, (offsets = new Map()));
  const quarter = Math.floor(moment / QUARTER);
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    offset = offsetAt(moment, timeZone);
    if (offsets.size >= MAX_KEPT) offsets.clear();
    offsets.set(quarter, offset);
  }
  return moment + offset;
}

/** Whether a text of a day column is a calendar day, which has no zone; an instant is longer. */
export const isCalendarDay = (text: string): boolean => text.length === 10;

/** Else a text of such a column is a label, like the TOTAL beneath its days. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);
