/**
 * A trace of this device beside what it keeps: where the browser drops the one and not the other, the agent is told what was
 * there instead of being met as somebody new. It says nothing of people or money.
 */
export interface Trace {
  /** Name and code of the device. */
  appareil: string;
  /** Acts that were not sent. */
  attente: number;
}
const NAME = 'octroi.terrain.trace';

export const keepTrace = (trace: Trace): void => localStorage.setItem(NAME, JSON.stringify(trace));
export const dropTrace = (): void => localStorage.removeItem(NAME);

export function readTrace(): Trace | null {
  const kept = localStorage.getItem(NAME);
  return kept === null ? null : (JSON.parse(kept) as Trace);
}
