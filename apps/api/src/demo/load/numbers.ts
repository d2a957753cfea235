/** How the numbers are written that the server gives per collectivité, and the series of `compteur` that count them. */

export const SERIE_RECU = 'recu';

/** `NIA-2026-000123`: without gaps in a collectivité and year. */
export const numeroRecu = (code: string, annee: number, rank: number): string =>
  `${code}-${annee}-${String(rank).padStart(6, '0')}`;
