/** How wide a text is at most, reckoned by its letters: so that a column has the room that its figures need before it is drawn. */

/** Widths of Inter's letters, in parts of the font's size; a little wide, so that nothing is ever cut. */
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 0.65],
  [/[\s.,:;'’|!·-]/, 0.36],
  [/[iljtfr()I]/, 0.42],
  [/[mwMWÇŒ@%]/, 0.95],
  [/[A-ZÀ-Ý]/, 0.76],
];
const OTHER = 0.62;

/** Known letters: a list of thousands of rows is measured at each of its pages. */
const widths = new Map<string, number>();

function widthOf(letter: string): number {
  let width = widths.get(letter);
  if (width === undefined) {
    width = LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER;
    widths.set(letter, width);
  }
  return width;
}

/** @param size of the font, px @param bold half bold and more is wider */
export function textWidth(text: string, size: number, bold = false): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return Math.ceil(width * size * (bold ? 1.06 : 1));
}
