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

const RANKS = 'octroi.terrain.rangs';
/**
 * The last rank of receipts by year, of one device: kept beside its memory too, so that a phone that lost it and is enrolled
 * anew gives none of them to another receipt.
 */
export const keepRanks = (serie: string, rangs: Record<string, number>): void =>
  localStorage.setItem(RANKS, JSON.stringify({ serie, rangs }));

/** @returns none where they are another device's */
export function readRanks(serie: string): Record<string, number> {
  const kept = JSON.parse(localStorage.getItem(RANKS) ?? 'null') as {
    serie: string;
    rangs: Record<string, number>;
  } | null;
  return kept?.serie === serie ? kept.rangs : {};
}

export function readTrace(): Trace | null {
  const kept = localStorage.getItem(NAME);
  return kept === null ? null : (JSON.parse(kept) as Trace);
}
