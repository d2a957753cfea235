/**
 * What the glyphs of a text with Arabic say, so that it is copied as it was written. Readers put the glyphs of a line in
 * order from left to right and turn its Arabic round, as on a French page that holds some; they know nothing of a line
 * that is drawn from right to left, nor of figures between Arabic words. So glyphs say what such a reader expects to
 * meet where they stand, which need not be what they show (docs/adr/0016).
 */

const LETTERS = /\P{M}\p{M}*/gu;
const ARABIC_LETTER =
  /^(?:[\u061b\u061e\u061f\u066d\u06d4]|(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])/u;
/** Letters from left to right, figures, and signs of figures (classes L, EN, AN, ES, ET and CS of Unicode's rules). */
const LEFT_TO_RIGHT = /^[\p{L}\p{Nd}\p{Sc}.,:/+\-%‰#°±\u00a0\u202f\u060c]/u;
const WORD = /^[\p{L}\p{Nd}]/u;
/** Left-to-right mark: a sign after Arabic is not turned round with it. */
const MARK = '\u200e';

/** Letters that a reader takes together, in the order in which it meets them: Arabic is turned round by it. */
interface Stretch {
  arabic: boolean;
  letters: string[];
}

interface Saying {
  letters: string;
  /** Glyphs of one stretch stand together in content, those of another apart. */
  stretch: Stretch;
}

const reversed = (letter: string): string => Array.from(letter).toReversed().join('');

function stretchesOf(text: string): Stretch[] {
  const letters = text.match(LETTERS) ?? [];
  const is = (kind: RegExp, index: number): boolean => kind.test(letters[index] ?? '');
  const stretches: Stretch[] = [];
  for (let index = 0; index < letters.length;) {
    const start = index;
    if (is(ARABIC_LETTER, start)) {
      for (let next = start; next < letters.length; next += 1) {
        if (is(ARABIC_LETTER, next)) index = next + 1;
        else if (is(LEFT_TO_RIGHT, next)) break;
      }
      const stretch = letters.slice(start, index).map(reversed).toReversed();
      stretches.push({ arabic: true, letters: stretch });
      if (index < letters.length && !is(WORD, index)) letters[index] = `${MARK}${letters[index]}`;
    } else {
      while (index < letters.length && !is(ARABIC_LETTER, index)) index += 1;
      stretches.push({ arabic: false, letters: letters.slice(start, index) });
    }
  }
  return stretches;
}

/**
 * Deals the letters of a text out to its glyphs. Arabic stays in one font, since readers turn round what stands
 * together: where too few glyphs of it are left, the first says more, or the next font's say all.
 * @param fonts of the glyphs, from left to right
 * @returns what each says; a glyph that is left over says nothing
 */
export function sayingsOf(text: string, fonts: readonly unknown[]): (Saying | undefined)[] {
  const said: (Saying | undefined)[] = fonts.map(() => undefined);
  const endOfFont = (from: number): number => {
    const end = fonts.findIndex((font, index) => index > from && font !== fonts[from]);
    return end < 0 ? fonts.length : end;
  };
  let next = 0;
  for (const stretch of stretchesOf(text)) {
    const letters = [...stretch.letters];
    let end = stretch.arabic ? endOfFont(next) : fonts.length;
    if ((end - next) * 2 < letters.length && endOfFont(end) - end > end - next)
      [next, end] = [end, endOfFont(end)];
    const surplus = Math.max(0, letters.length - (end - next));
    letters.splice(0, surplus + 1, letters.slice(0, surplus + 1).join(''));
    for (const saying of letters) {
      const at = Math.min(next, fonts.length - 1);
      said[at] = { letters: `${said[at]?.letters ?? ''}${saying}`, stretch };
      next += 1;
    }
  }
  return said;
}
