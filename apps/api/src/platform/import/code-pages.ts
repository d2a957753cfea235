/** Tells Windows-1252 from Mac Roman, the two code pages of French spreadsheets, and rereads a text in the other one. */
import type { PageDeCodes } from '@octroi/contract';
import { PAGES_DE_CODES } from '@octroi/contract/contribuables/import/import-sorts';

const HIGH = /[\u0080-\uffff]/;
const LETTER = /\p{L}/u;
/** Letters of French and of names in it. */
const LETTERS = /[àâäáãåçéèêëíìîïñóòôöõøúùûüÿœæ]/iu;
/** Signs between words; an apostrophe stands between letters. */
const SIGNS = /[“”«»–—…•·°€§²³ºª]/u;
const BETWEEN_LETTERS = /[’‘\u00a0]/u;

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();

/** Whether a character may stand between its neighbours in a French text. */
function isPlausible(sign: string, before: string, after: string): boolean {
  if (BETWEEN_LETTERS.test(sign)) return true;
  const isAfterLetter = LETTER.test(before);
  const isBeforeLetter = LETTER.test(after);
  // an ellipsis ends a word, other signs stand around one
  if (SIGNS.test(sign)) return !(isBeforeLetter && (isAfterLetter || sign === '…'));
  if (!LETTERS.test(sign)) return false;
  if (isUpper(sign)) return !isAfterLetter || isUpper(before);
  return !(isAfterLetter && isUpper(before) && isBeforeLetter && isUpper(after));
}

const isPlausibleText = (text: string): boolean => {
  const signs = Array.from(text);
  return signs.every(
    (sign, at) => !HIGH.test(sign) || isPlausible(sign, signs[at - 1] ?? '', signs[at + 1] ?? ''),
  );
};

/** The byte of each character of Windows-1252. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Buffer.of(byte)), byte]),
);

/** Rereads a text that was decoded as Windows-1252 in another code page. */
export function reread(text: string, page: PageDeCodes): string {
  if (page === 'windows-1252' || !HIGH.test(text)) return text;
  return new TextDecoder(page).decode(Uint8Array.from(text, (sign) => BYTES.get(sign) ?? 0x3f));
}

/** Whether a text differs from one code page to the other. */
export const hasHighBytes = (text: string): boolean => HIGH.test(text);

/** Longest piece of a text that is judged: a code page shows in its first words. */
const SAMPLE = 2_000_000;

/** The code pages in which a text decoded as Windows-1252 reads well; both if neither does, or each. */
export function likelyPages(text: string): readonly PageDeCodes[] {
  const sample = text.slice(0, SAMPLE);
  if (!HIGH.test(sample)) return [];
  const plausible = PAGES_DE_CODES.filter((page) => isPlausibleText(reread(sample, page)));
  return plausible.length === 1 ? plausible : PAGES_DE_CODES;
}
