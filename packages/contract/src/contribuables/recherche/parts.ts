/** Splits a taxpayer search into parts: words of a name, a phone number, a taxpayer number, a NIF, in any order. */
import { folded } from '../../platform/values/text.ts';

export type SearchPart =
  /** A word of a name or of another searchable field. */
  | { kind: 'word'; text: string }
  /** `NIA-24`: the number of a taxpayer, with or without its zeros. */
  | { kind: 'number'; code: string; rank: string }
  /** `12345/R`. */
  | { kind: 'nif'; text: string }
  /** Digits that may be any of these; a telephone without its spaces, nor the country before it. */
  | { kind: 'digits'; text: string };

const END = String.raw`(?![\p{L}\p{N}])`;
const PART = new RegExp(
  [
    String.raw`(?<code>\p{L}{2,6})-(?<rank>\d{1,9})${END}`,
    String.raw`(?<nif>\d{2,}\s?/\s?\p{L}{1,3}|\d{2,}\p{L}{1,3})${END}`,
    String.raw`(?<digits>\+?\d(?:[\d .-]*\d)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}\p{N}]*)`,
  ].join('|'),
  'gu',
);
/** Niger's prefix before the eight digits of a phone number. */
const PREFIXED = /^(?:00227|227)(\d{8})$/;
/** Further parts are ignored: no name has more. */
const MAX_PARTS = 8;

/** @returns an empty list if the text has nothing searchable */
export function partsOf(typed: string): SearchPart[] {
  const parts = [...folded(typed).matchAll(PART)].map(({ groups = {} }): SearchPart => {
    const { code, rank, nif, digits, word } = groups;
    if (code && rank) return { kind: 'number', code, rank: rank.replace(/^0+(?=\d)/, '') };
    if (nif) return { kind: 'nif', text: nif.replaceAll(/[^\p{L}\p{N}]/gu, '') };
    if (word) return { kind: 'word', text: word };
    const compact = (digits ?? '').replaceAll(/\D/g, '');
    return { kind: 'digits', text: PREFIXED.exec(compact)?.[1] ?? compact };
  });
  return parts.slice(0, MAX_PARTS);
}
