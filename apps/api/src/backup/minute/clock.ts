/** Converts instants to and from the installation's local time, for the operator. Pure functions. */

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2})[:h](\d{2})(?::(\d{2}))?$/;

/** `2026-11-22 10:31:00` */
export const localText = (moment: Date, timeZone: string): string =>
  moment.toLocaleString('sv-SE', { timeZone });

/** @param text `2026-11-22 10:31` @returns undefined if it is not a valid local time */
export function instantOf(text: string, timeZone: string): Date | undefined {
  const parts = LOCAL_TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00'] = parts;
  const local = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const asUtc = Date.parse(`${local.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // twice: the first guess may be on the other side of a clock change
  let guess = asUtc;
  for (let left = 2; left > 0; left -= 1)
    guess += asUtc - Date.parse(`${localText(new Date(guess), timeZone).replace(' ', 'T')}Z`);
  return localText(new Date(guess), timeZone) === local ? new Date(guess) : undefined;
}
