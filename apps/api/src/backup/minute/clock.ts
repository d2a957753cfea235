/** Instants as the operator reads and writes them, by the installation's clock. Pure. */

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2})[:h](\d{2})(?::(\d{2}))?$/;

/** `2026-11-22 10:31:00` */
export const shown = (moment: Date, timeZone: string): string => moment.toLocaleString('sv-SE', { timeZone });

/** @param text `2026-11-22 10:31` @returns nothing where it is no hour of that clock */
export function instantOf(text: string, timeZone: string): Date | undefined {
  const parts = WRITTEN.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00'] = parts;
  const wanted = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const asUtc = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // twice: the first guess may lie on the other side of a change of the clock
  let guess = asUtc;
  for (let left = 2; left > 0; left -= 1)
    guess += asUtc - Date.parse(`${shown(new Date(guess), timeZone).replace(' ', 'T')}Z`);
  return shown(new Date(guess), timeZone) === wanted ? new Date(guess) : undefined;
}
