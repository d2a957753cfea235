/**
 * Assigns to each glyph of a text with Arabic the letters to copy, so that a copied text equals the original. PDF
 * readers sort the glyphs of a line from left to right and reverse the Arabic in it. They do not know right-to-left
 * lines, nor numbers between Arabic words. So a glyph's text is what such a reader expects at its position, which may
 * differ from its shape (docs/adr/0016).
 */

const LETTERS = /\P{M}\p{M}*/gu;
const ARABIC_LETTER =
  /^(?:[\u061b\u061e\u061f\u066d\u06d4]|(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])/u;
/** Left-to-right letters, digits, and signs of numbers (Unicode classes L, EN, AN, ES, ET and CS). */
const LEFT_TO_RIGHT = /^[\p{L}\p{Nd}\p{Sc}.,:/+\-%‰#°±\u00a0\u202f\u060c]/u;
const WORD = /^[\p{L}\p{Nd}]/u;
/** Left-to-right mark: keeps a sign after Arabic from being reversed with it. */
const MARK = '\u200e';

/** Letters that a reader treats as one group, in reading order: Arabic groups are reversed. */
interface Stretch {
  arabic: boolean;
  letters: string[];
}

interface GlyphText {
  letters: string;
  /** Glyphs of one stretch are written together in the content, those of other stretches apart. */
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
 * Distributes the letters of a text over its glyphs. A stretch of Arabic stays in one font, since readers reverse what
 * is written together: if too few glyphs of a font remain, the first of them gets several letters, or the next font's
 * glyphs get all.
 * @param fonts of the glyphs, from left to right
 * @returns text of each glyph; absent for a surplus glyph
 */
export function glyphTexts(text: string, fonts: readonly unknown[]): (GlyphText | undefined)[] {
  const texts: (GlyphText | undefined)[] = fonts.map(() => undefined);
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
    for (const glyphText of letters) {
      const at = Math.min(next, fonts.length - 1);
      texts[at] = { letters: `${texts[at]?.letters ?? ''}${glyphText}`, stretch };
      next += 1;
    }
  }
  return texts;
}
