/** Format of the taxpayer numbers that the server assigns per collectivité. */

/** Name of their series in the table `compteur`. */
export const SERIE_CONTRIBUABLE = 'contribuable';

/** `NIA-018402`. @param code code of the collectivité */
export const numKlis = (code: string, rank: number): string => `${code}-${String(rank).padStart(6, '0')}`;
