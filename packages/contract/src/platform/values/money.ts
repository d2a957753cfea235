/** Amounts: whole francs CFA as safe integers (specification 1 section 9; fractions do not exist). */

/** NTA's default share of the collected amount, in percent, for a collectivité without its own. */
export const PART_NTA_PERCENT = 25;

const narrowNoBreakSpace = '\u202f';

/** `1234567` -> `1 234 567`, with narrow no-break spaces. */
export function formatNumber(value: number): string {
  let digits = Math.abs(value).toFixed(0);
  for (let at = digits.length - 3; at > 0; at -= 3)
    digits = `${digits.slice(0, at)}${narrowNoBreakSpace}${digits.slice(at)}`;
  return value < 0 ? `-${digits}` : digits;
}

/** `12400.5` -> `12 400,5`. */
export function formatQuantite(quantite: number): string {
  const [whole, decimals] = String(Math.abs(quantite)).split('.');
  const text = `${formatNumber(Number(whole))}${decimals === undefined ? '' : `,${decimals}`}`;
  return quantite < 0 ? `-${text}` : text;
}

/** Field messages for an invalid whole number, and for an invalid amount. */
export const ENTIER = 'Un nombre entier est attendu, en chiffres.';
export const FRANCS_ENTIERS = 'Un nombre entier de francs est attendu, en chiffres.';

/** Messages of an invalid amount, one per error. */
export const MONTANT_FAUTES = {
  absent: 'Veuillez entrer le montant.',
  texte: 'Un nombre entier de francs est attendu, pas un texte.',
  decimales: 'Le franc CFA n’a pas de centimes : un nombre entier de francs est attendu.',
  negatif: 'Le montant ne peut pas être négatif.',
  nul: 'Le montant ne peut pas être nul.',
  demesure: (max: number): string =>
    max === 1_000_000_000
      ? 'Le montant dépasse un milliard de francs : vérifiez-le.'
      : `Le montant dépasse ${formatFrancs(max)} : vérifiez-le.`,
} as const;

/**
 * The error of an amount; undefined if it is valid.
 * @param bounds francs; `min` is 0 or 1, or negative if refunds are allowed
 */
export function francsFault(
  value: unknown,
  { min = 1, max }: { min?: number; max: number },
): string | undefined {
  if (value === undefined || value === null || value === '') return MONTANT_FAUTES.absent;
  if (typeof value !== 'number' || Number.isNaN(value)) return MONTANT_FAUTES.texte;
  if (value > max || value < -max) return MONTANT_FAUTES.demesure(max);
  if (!Number.isInteger(value)) return MONTANT_FAUTES.decimales;
  if (value < 0 && min >= 0) return MONTANT_FAUTES.negatif;
  return value === 0 && min !== 0 ? MONTANT_FAUTES.nul : undefined;
}

/**
 * Parses a whole number as typed or pasted: digits, optionally separated by spaces of any kind. A fraction, a sign, a
 * letter or another mark is invalid.
 * @returns undefined if invalid, or beyond the safe integers
 */
export function parseWhole(text: string): number | undefined {
  const digits = text.replaceAll(/\s/g, '');
  const value = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(value) ? value : undefined;
}

/** The same with negative numbers, for list filters: refunds are negative amounts. */
export function parseSigned(text: string): number | undefined {
  const [, sign, digits = ''] = /^\s*([-\u2212]?)(.*)$/s.exec(text) ?? [];
  const value = parseWhole(digits);
  return value !== undefined && sign ? 0 - value : value;
}

/** Field message for an invalid decimal. */
export const DEUX_DECIMALES = 'Un nombre de deux décimales au plus est attendu, en chiffres.';

/** Parses a number with at most two decimals, after a comma or a point; more decimals are invalid, not truncated. */
export function parseDecimal(text: string): number | undefined {
  const digits = text.replaceAll(/\s/g, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined;
}

/** `1.5` -> `1,5`. */
export const formatDecimal = (value: number): string => String(value).replace('.', ',');

/** `1234567` -> `1 234 567 F CFA`. */
export const formatFrancs = (value: number): string => `${formatNumber(value)}\u00a0F\u00a0CFA`;

/**
 * NTA's share of the payments of one collectivité, in francs, rounded half up once.
 * @param commission the collectivité's percentage (at most two decimals), or null for the default
 */
export function partNta(paye: number, commission: number | null): number {
  const hundredths = BigInt(Math.round((commission ?? PART_NTA_PERCENT) * 100));
  const scaled = BigInt(paye) * hundredths * 2n + 10_000n;
  const floor = scaled / 20_000n - (scaled % 20_000n < 0n ? 1n : 0n);
  return Number(floor);
}

/** Received money that has no échéance to pay yet. */
export const PAYE_D_AVANCE = "Payé d'avance";

/** The names of balance states, on every screen, file and paper (docs/regles-de-calcul.md). */
export const TROP_PERCU = 'Trop-perçu';
export const ETATS_SOLDE = ['Soldé', 'Avance', 'Impayé', TROP_PERCU] as const;
type EtatSolde = (typeof ETATS_SOLDE)[number];

/**
 * The state of a year: Soldé if exactly all is paid; Avance if partly (specification 2 section 4); Impayé if nothing
 * is; Trop-perçu if more is.
 */
export function etatSolde(prevu: number, paye: number): EtatSolde {
  if (prevu === paye) return 'Soldé';
  if (prevu < paye) return TROP_PERCU;
  return paye > 0 ? 'Avance' : 'Impayé';
}

/** The sum of an amount over rows. */
export const sumBy = <Row>(rows: readonly Row[], amount: (row: Row) => number): number =>
  rows.reduce((total, row) => total + amount(row), 0);
