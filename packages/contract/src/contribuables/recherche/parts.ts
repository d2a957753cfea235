/** What somebody types to find a taxpayer, taken apart: words of a name, a telephone, a number, a NIF, in any order. */
import { folded } from '../../platform/values/text.ts';

export type SearchPart =
  /** A word of a name, or of anything else that is known of the taxpayer. */
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
/** Niger's prefix before the eight digits of a telephone. */
const PREFIXED = /^(?:00227|227)(\d{8})$/;
/** More parts than a name has are left aside. */
const MOST = 8;

/** @returns none where nothing of what was typed could be looked for */
export function partsOf(typed: string): SearchPart[] {
  const parts = [...folded(typed).matchAll(PART)].map(({ groups = {} }): SearchPart => {
    const { code, rank, nif, digits, word } = groups;
    if (code && rank) return { kind: 'number', code, rank: rank.replace(/^0+(?=\d)/, '') };
    if (nif) return { kind: 'nif', text: nif.replaceAll(/[^\p{L}\p{N}]/gu, '') };
    if (word) return { kind: 'word', text: word };
    const compact = (digits ?? '').replaceAll(/\D/g, '');
    return { kind: 'digits', text: PREFIXED.exec(compact)?.[1] ?? compact };
  });
  return parts.slice(0, MOST);
}
