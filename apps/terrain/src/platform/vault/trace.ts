/**
 * A trace of the device outside IndexedDB: if the browser deletes the database only, the agent is told what was there.
 * It contains no data about people or money.
 */
export interface Trace {
  /** Name and code of the device. */
  appareil: string;
  /** Unsent acts. */
  attente: number;
}
const NAME = 'octroi.terrain.trace';

export const keepTrace = (trace: Trace): void => localStorage.setItem(NAME, JSON.stringify(trace));
export const dropTrace = (): void => localStorage.removeItem(NAME);

export function readTrace(): Trace | null {
  const stored = localStorage.getItem(NAME);
  return stored === null ? null : (JSON.parse(stored) as Trace);
}
