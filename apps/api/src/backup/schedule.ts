/** When a backup is due, in the installation's local time. Pure functions. */

/** All time zones differ by whole quarters of an hour. */
const STEP = 15 * 60_000;
/** If a clock change skips the hour, the next one is a day later. */
const MAX_STEPS = 2 * 24 * 4;

function isHour(hour: number, timeZone: string): (moment: number) => boolean {
  const clock = new Intl.DateTimeFormat('fr', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const time = `${String(hour).padStart(2, '0')}:00`;
  return (moment) => clock.format(moment) === time;
}

function findHour(from: number, step: number, hour: number, timeZone: string): Date {
  const is = isHour(hour, timeZone);
  for (let count = 0; count <= MAX_STEPS; count++) {
    const moment = from + count * step;
    if (is(moment)) return new Date(moment);
  }
  throw new Error(`no ${hour} o'clock in ${timeZone} within two days`);
}

/** The last instant until `now` at this hour. */
export const lastDue = (now: Date, hour: number, timeZone: string): Date =>
  findHour(Math.floor(now.getTime() / STEP) * STEP, -STEP, hour, timeZone);

/** The first instant after `now` at this hour. */
export const nextDue = (now: Date, hour: number, timeZone: string): Date =>
  findHour((Math.floor(now.getTime() / STEP) + 1) * STEP, STEP, hour, timeZone);
