/** Receipt numbers assigned by devices, without gaps per device and year. Pure, without schemas. */

/** A device's code in receipt numbers: `A017`. */
export const codeAppareil = (numero: number): string => `A${String(numero).padStart(3, '0')}`;

/**
 * Prefix of a device's receipts of a year: `NIA-2026-A017`.
 * @param code code of the collectivité
 * @param numero number of the device in its collectivité
 */
export const serieDe = (code: string, annee: number, numero: number): string =>
  `${code}-${annee}-${codeAppareil(numero)}`;

/** `NIA-2026-A017-000123`; ranks count from 1. */
export const numeroDe = (serie: string, rang: number): string => `${serie}-${String(rang).padStart(6, '0')}`;

/** Parses a number written by `numeroDe`; undefined for any other text. */
export function lireNumero(
  numero: string,
): { code: string; annee: number; appareil: number; rang: number } | undefined {
  const [, code, annee, appareil, rang] = /^(.+)-(\d{4})-A(\d{3,6})-(\d{6,9})$/.exec(numero) ?? [];
  return code === undefined
    ? undefined
    : { code, annee: Number(annee), appareil: Number(appareil), rang: Number(rang) };
}

/** The years whose series may be used on a day: from 1 December, the next year's too. @param jour `YYYY-MM-DD` */
export const anneesDeSerie = (jour: string): number[] => {
  const annee = Number(jour.slice(0, 4));
  return jour.slice(5, 7) === '12' ? [annee, annee + 1] : [annee];
};
