/** When something counts that a device did (ADR 0040). Pure. */

/** Instants of a database: what no clock of a phone says, however wrong it is. */
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
/** Milliseconds that an offset may be off: it was measured over a slow network. */
const SLACK = 5 * 60_000;

/** What a device's clock said, as a database can keep it. */
export const instantDe = (faitLe: string): number => Math.min(Math.max(Date.parse(faitLe), FIRST), LAST);

/**
 * The device's clock, corrected by the offset that was last known, where that lies after the device last held nothing and
 * before it is received; else the reception.
 * @param depuis when the device last held nothing, milliseconds
 * @param recu when it is received, milliseconds
 */
export function compteLe(
  { faitLe, decalage }: { faitLe: string; decalage: number | null },
  { depuis, recu }: { depuis: number; recu: number },
): number {
  if (decalage === null) return recu;
  const corrected = Date.parse(faitLe) + decalage;
  if (!(corrected >= depuis - SLACK && corrected <= recu + SLACK)) return recu;
  return Math.min(Math.max(corrected, depuis), recu);
}
