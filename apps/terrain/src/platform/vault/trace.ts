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

const RANKS = 'octroi.terrain.rangs';
/**
 * Last receipt rank by year, also kept outside the database: a phone that lost its data and is enrolled again must not
 * reuse numbers.
 */
export const keepRanks = (serie: string, rangs: Record<string, number>): void =>
  localStorage.setItem(RANKS, JSON.stringify({ serie, rangs }));

/** @returns an empty object if the ranks belong to another device */
export function readRanks(serie: string): Record<string, number> {
  const stored = JSON.parse(localStorage.getItem(RANKS) ?? 'null') as {
    serie: string;
    rangs: Record<string, number>;
  } | null;
  return stored?.serie === serie ? stored.rangs : {};
}

export function readTrace(): Trace | null {
  const stored = localStorage.getItem(NAME);
  return stored === null ? null : (JSON.parse(stored) as Trace);
}
