/** The instant for which a command counts, computed from the device's clock (ADR 0040). Pure. */

/** Limits within which a wrong clock is stored as it is. */
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
/** Milliseconds of tolerance: the offset was measured over a slow network. */
const TOLERANCE = 5 * 60_000;

/** The device's own time, within limits that the database can store. */
export const instantDe = (faitLe: string): number => Math.min(Math.max(Date.parse(faitLe), FIRST), LAST);

/**
 * The device's time corrected by its last known offset, if it lies between `depuis` and `recu`; otherwise `recu`. All in
 * milliseconds.
 * @param depuis when the device last had no unsent command
 * @param recu when the command was received
 */
export function compteLe(
  { faitLe, decalage }: { faitLe: string; decalage: number | null },
  { depuis, recu }: { depuis: number; recu: number },
): number {
  if (decalage === null) return recu;
  const corrected = Date.parse(faitLe) + decalage;
  if (!(corrected >= depuis - TOLERANCE && corrected <= recu + TOLERANCE)) return recu;
  return Math.min(Math.max(corrected, depuis), recu);
}
