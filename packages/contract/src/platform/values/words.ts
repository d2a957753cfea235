/** Numbers in French words, for amounts on the individual sheet (specification 2 sections 2.9 and 5). */

const UNITS = [
  'zéro',
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
  'treize',
  'quatorze',
  'quinze',
  'seize',
] as const;
const TENS = ['', 'dix', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', '', 'quatre-vingt'] as const;

/** Nouns of powers of thousand, highest first; `mille` is invariable. */
const SCALES = [
  { value: 1_000_000_000_000, name: 'billion' },
  { value: 1_000_000_000, name: 'milliard' },
  { value: 1_000_000, name: 'million' },
] as const;

const MAX_DIGITS = 15;

/** The specification's sentences for values that cannot be written in words. */
const WORDS_REFUSALS = {
  invalid: 'Nombre non valide',
  decimal: 'Nombre avec virgule non géré.',
  overflow: 'dépassement de capacité',
} as const;

/** @param plural whether vingt and cent may take an s: at the end, and before a noun */
function below100(n: number, plural: boolean): string {
  if (n < UNITS.length) return UNITS[n] ?? '';
  if (n === 80) return plural ? 'quatre-vingts' : 'quatre-vingt';
  // 70 and 90 continue from 60 and 80
  const tens = Math.floor(n / 10) - ((n >= 70 && n < 80) || n >= 90 ? 1 : 0);
  const rest = n - tens * 10;
  const name = TENS[tens] ?? '';
  if (rest === 0) return name;
  const joined = (rest === 1 || rest === 11) && tens < 8 ? ' et ' : '-';
  return `${name}${joined}${below100(rest, plural)}`;
}

function below1000(n: number, plural: boolean): string {
  const hundreds = Math.floor(n / 100);
  const rest = n % 100;
  if (hundreds === 0) return below100(rest, plural);
  const cent = hundreds === 1 ? 'cent' : `${UNITS[hundreds]} cent`;
  if (rest === 0) return hundreds > 1 && plural ? `${cent}s` : cent;
  return `${cent} ${below100(rest, plural)}`;
}

function below1000000(n: number): string {
  const thousands = Math.floor(n / 1000);
  const rest = n % 1000;
  if (thousands === 0) return below1000(rest, true);
  const mille = thousands === 1 ? 'mille' : `${below1000(thousands, false)} mille`;
  return rest === 0 ? mille : `${mille} ${below1000(rest, true)}`;
}

/**
 * A whole number in words: `80 200` is « quatre-vingt mille deux cents ». Any other value, or more than fifteen digits,
 * gives the specification's refusal.
 */
export function numberInWords(value: number | string): string {
  const text = typeof value === 'number' ? plainText(value) : value.replaceAll(/\s/g, '');
  const number = /^(-?)0*(\d+)([.,]\d*)?$/.exec(text);
  if (!number) return WORDS_REFUSALS.invalid;
  const [, sign, digits = '', decimals] = number;
  if (decimals !== undefined) return WORDS_REFUSALS.decimal;
  if (digits.length > MAX_DIGITS) return WORDS_REFUSALS.overflow;
  let remaining = Number(digits);
  if (remaining === 0) return UNITS[0];
  const words = sign ? ['moins'] : [];
  for (const { value: scale, name } of SCALES) {
    const count = Math.floor(remaining / scale);
    remaining %= scale;
    if (count > 0) words.push(below1000(count, true), count > 1 ? `${name}s` : name);
  }
  if (remaining > 0) words.push(below1000000(remaining));
  return words.join(' ');
}

/** All digits of a number, where JavaScript would write `1e+21`. */
const plainText = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(value);

/**
 * An amount in words with its currency: « deux cents Franc CFA », « un million de Franc CFA ».
 * @param amount whole francs CFA
 */
export function amountInWords(amount: number | string): string {
  const words = numberInWords(amount);
  if (Object.values<string>(WORDS_REFUSALS).includes(words)) return words;
  return `${words} ${/(million|milliard|billion)s?$/.test(words) ? 'de ' : ''}Franc CFA`;
}
