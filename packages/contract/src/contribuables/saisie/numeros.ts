/** How the numbers of taxpayers are written that the server gives per collectivité. */

/** Series of `compteur` that counts them. */
export const SERIE_CONTRIBUABLE = 'contribuable';

/** `NIA-018402`. @param code the collectivité's */
export const numKlis = (code: string, rank: number): string => `${code}-${String(rank).padStart(6, '0')}`;
