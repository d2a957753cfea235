/** When a backup is due, by the clock of the installation. Pure. */

/** Clocks of the world stand whole quarters of an hour apart. */
const STEP = 15 * 60_000;
/** A day without that hour, when clocks are put forward, has its moment the day after. */
const FARTHEST = 2 * 24 * 4;

function isHour(hour: number, timeZone: string): (moment: number) => boolean {
  const clock = new Intl.DateTimeFormat('fr', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const wanted = `${String(hour).padStart(2, '0')}:00`;
  return (moment) => clock.format(moment) === wanted;
}

function seek(from: number, step: number, hour: number, timeZone: string): Date {
  const is = isHour(hour, timeZone);
  for (let count = 0; count <= FARTHEST; count++) {
    const moment = from + count * step;
    if (is(moment)) return new Date(moment);
  }
  throw new Error(`no ${hour} o'clock in ${timeZone} within two days`);
}

/** The last moment until `now` at which it was that hour. */
export const lastDue = (now: Date, hour: number, timeZone: string): Date =>
  seek(Math.floor(now.getTime() / STEP) * STEP, -STEP, hour, timeZone);

/** The first moment after `now`. */
export const nextDue = (now: Date, hour: number, timeZone: string): Date =>
  seek((Math.floor(now.getTime() / STEP) + 1) * STEP, STEP, hour, timeZone);
