/** Text as content operators of a page: measured, wrapped, cut, and in the order in which scripts are read. */
import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { sayingsOf } from './reading.ts';
import { type Placed, Typeface, type Weight } from './typeface.ts';

/** A text that was set: paint it anywhere, at any size. */
export type Setting = PlainSetting | PiecedSetting;
/** Signs one after another, each as it is. */
interface PlainSetting {
  /** In thousandths of the type size. */
  width: number;
  face: Typeface;
  text: string;
}
interface PiecedSetting {
  width: number;
  pieces: readonly Piece[];
}
interface Piece {
  font: string;
  /** Operand of `TJ`, or of `Tj` where the font's own widths do. */
  glyphs: string;
  rise: number;
  /** What it says, where the glyphs alone do not say so. */
  actual?: string;
}

// its types tell of an ES module, which it is not to Node
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;
/** Ends of lines and the like: a space in a line; signs that only steer the order of others are ours to set. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const STEERING = /\p{Cf}/gu;
const ELLIPSIS = '…';
/** Spaces where a line may end; those inside a number hold it together. */
const BREAKING = /[^\S\u00a0\u202f]+/g;
/** Texts that need neither: the letters and signs of Western Europe, in one piece each. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u202f-\u205e]*$/;
/** What dots say, and glyphs that are left over, to readers that need a text: a space without width. */
const NOTHING = '\u200b';
/** Settings of other texts that are kept: the same people come again and again. */
const MAX_KEPT = 1000;

interface Run {
  text: string;
  level: number;
  arabic: boolean;
}

export class Typesetter {
  readonly #faces: Record<Weight, { latin: Typeface; arabic: () => Typeface }>;
  readonly #used = new Map<string, Typeface>();
  readonly #kept: Record<Weight, Map<string, Setting>> = { regular: new Map(), bold: new Map() };

  constructor(doc: typeof PDFDocument.prototype) {
    const face = (script: 'latin' | 'arabic', weight: Weight): Typeface => {
      const typeface = new Typeface(doc, script, weight);
      this.#used.set(typeface.name, typeface);
      return typeface;
    };
    const faces = (weight: Weight) => {
      let arabic: Typeface | undefined;
      // a document without Arabic embeds no Arabic font
      return { latin: face('latin', weight), arabic: () => (arabic ??= face('arabic', weight)) };
    };
    this.#faces = { regular: faces('regular'), bold: faces('bold') };
  }

  /** Fonts by the names that settings refer to them by. */
  get fonts(): Iterable<[string, unknown]> {
    return [...this.#used].map(([name, { reference }]) => [name, reference]);
  }

  set(text: string, weight: Weight = 'regular'): Setting {
    const plain = this.#setPlain(text, weight);
    if (plain) return plain;
    const kept = this.#kept[weight];
    let setting = kept.get(text);
    if (!setting) {
      setting = this.#setOther(text, weight);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(text, setting);
    }
    return setting;
  }

  #setPlain(text: string, weight: Weight): PlainSetting | undefined {
    const { latin: face } = this.#faces[weight];
    let width = face.widthOf(text);
    if (Number.isNaN(width)) {
      if (!PLAIN.test(text)) return undefined;
      face.meet(text);
      width = face.widthOf(text);
    }
    return { width, face, text };
  }

  #setOther(text: string, weight: Weight): Setting {
    const clean = this.#drawable(
      text.normalize('NFC').replaceAll(CONTROLS, ' ').replaceAll(STEERING, ''),
      weight,
    );
    if (RIGHT_TO_LEFT.test(clean)) return this.#setMixed(clean, weight);
    return this.#setPlain(clean, weight) ?? this.#setLatin(clean, weight);
  }

  /** A text with the plain letters of those that no typeface has: mathematical, circled, wide ones. */
  #drawable(text: string, weight: Weight): string {
    if (PLAIN.test(text)) return text;
    const { latin } = this.#faces[weight];
    const has = (sign: string): boolean => latin.has(sign.codePointAt(0) as number);
    return Array.from(text, (sign) => {
      if (RIGHT_TO_LEFT.test(sign) || has(sign)) return sign;
      const folded = sign.normalize('NFKC');
      return Array.from(folded).every((each) => has(each)) ? folded : sign;
    }).join('');
  }

  #setLatin(text: string, weight: Weight): PiecedSetting {
    const { latin } = this.#faces[weight];
    let width = 0;
    let codes = '';
    for (const character of text) {
      const placed = latin.sign(character);
      width += placed.advance;
      codes += placed.code;
    }
    return { width, pieces: [{ font: latin.name, glyphs: `<${codes}> Tj`, rise: 0 }] };
  }

  /** The glyphs of a text with Arabic, from left to right, and its width. */
  #placeMixed(
    text: string,
    weight: Weight,
  ): { glyphs: (Placed & { face: Typeface; x: number })[]; width: number } {
    const { latin, arabic } = this.#faces[weight];
    let width = 0;
    const glyphs = visualRuns(text).flatMap((run) => {
      const face = run.arabic ? arabic() : latin;
      const placed = run.arabic
        ? face.shape(run.text, run.level % 2 === 1 ? 'rtl' : 'ltr')
        : signsOf(run).map((sign) => face.sign(sign));
      return placed.map((glyph) => {
        const x = width + glyph.shift;
        width += glyph.advance;
        return { ...glyph, face, x };
      });
    });
    return { glyphs, width };
  }

  /** The dots of letters come after all letters, where they part no words. */
  #setMixed(text: string, weight: Weight): PiecedSetting {
    const { glyphs, width } = this.#placeMixed(text, weight);
    const letters = glyphs.filter(({ advance }) => advance > 0);
    const all = [...letters, ...glyphs.filter(({ advance }) => advance === 0)];
    const fonts = letters.map(({ face }) => face);
    const sayings = sayingsOf(text, fonts);
    const [first, last] = [sayings.findIndex(Boolean), sayings.findLastIndex(Boolean)];
    const pieces: Piece[] = [];
    let pen = 0;
    let parts: string[] = [];
    for (const [index, glyph] of all.entries()) {
      const { face, x, rise } = glyph;
      const saying = sayings[index];
      parts.push(`${round(pen - x)} <${face.code(glyph, saying?.letters ?? NOTHING)}>`);
      pen = x + glyph.width;
      const next = all[index + 1];
      const heard = index >= first && index <= last;
      const goesOn = heard && index < last && saying?.stretch === sayings[index + 1]?.stretch;
      if (goesOn && next?.face === face && next.rise === rise) continue;
      const shown = `[${parts.join(' ')}] TJ`;
      pieces.push(
        heard
          ? { font: face.name, glyphs: `/Span BMC ${shown} EMC`, rise }
          : { font: face.name, glyphs: shown, rise, actual: '' },
      );
      parts = [];
    }
    return { width, pieces };
  }

  /** The lines of a text in a column; what does not fit the last line is cut with an ellipsis. */
  wrap(text: string, width: number, maxLines: number, weight: Weight = 'regular'): Setting[] {
    const whole = this.set(text, weight);
    if (whole.width <= width) return [whole];
    const lines: Setting[] = [];
    let rest = text.replaceAll(BREAKING, ' ').trim();
    while (rest !== '') {
      if (lines.length === maxLines - 1) {
        lines.push(this.set(this.#cut(rest, width, weight), weight));
        break;
      }
      const line = this.#lineOf(rest, width, weight);
      const left = rest.slice(line.length);
      const spaced = line.endsWith(' ') || left.startsWith(' ');
      lines.push(spaced ? this.#followed(line.trimEnd(), weight) : this.set(line, weight));
      rest = left.trimStart();
    }
    return lines;
  }

  /** A line of words that goes on in the next: who reads aloud or copies both needs the space between them. */
  #followed(line: string, weight: Weight): Setting {
    if (RIGHT_TO_LEFT.test(line)) return this.set(line, weight);
    const setting = this.set(`${line} `, weight);
    return { ...setting, width: setting.width - this.set(' ', weight).width };
  }

  /** The longest beginning that fits, ended between words, or inside one that fits no line. */
  #lineOf(text: string, width: number, weight: Weight): string {
    const fits = this.#fitting(text, width, weight);
    if (fits.length === text.length) return text;
    const space = text[fits.length] === ' ' ? fits.length : fits.search(/[ -][^ -]*$/) + 1;
    return space > 0 ? text.slice(0, space) : fits;
  }

  #cut(text: string, width: number, weight: Weight): string {
    if (this.set(text, weight).width <= width) return text;
    const room = width - this.set(ELLIPSIS, weight).width;
    return `${this.#fitting(text, room, weight).trimEnd()}${ELLIPSIS}`;
  }

  /** The longest beginning that fits a width, one character at least. */
  #fitting(text: string, width: number, weight: Weight): string {
    const plain = this.#faces[weight].latin.fitting(text, width);
    if (!Number.isNaN(plain)) return text.slice(0, Math.max(plain, 1));
    const characters = Array.from(text);
    let [low, high] = [1, characters.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#measure(characters.slice(0, middle).join(''), weight) <= width) low = middle;
      else high = middle - 1;
    }
    return characters.slice(0, low).join('');
  }

  /** Not kept: the tries of a search come once. */
  #measure(text: string, weight: Weight): number {
    const drawable = this.#drawable(text, weight);
    const setting =
      this.#setPlain(drawable, weight) ??
      (RIGHT_TO_LEFT.test(drawable) ? this.#placeMixed(drawable, weight) : this.#setLatin(drawable, weight));
    return setting.width;
  }
}

/** The characters of a run that is not joined, from left to right. */
const signsOf = ({ text, level }: Run): string[] => {
  const signs = Array.from(text);
  return level % 2 === 1 ? signs.toReversed() : signs;
};

/** Runs of one direction and font, from left to right. */
function visualRuns(text: string): Run[] {
  const levels = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const runs: Run[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const level = levels.levels[index] as number;
    const sign = mirrored.get(index) ?? (text[index] as string);
    const last = runs.at(-1);
    // spaces between Arabic words stay with them: the letters around are joined as one run
    const arabic = ARABIC.test(sign) || (last?.arabic === true && BETWEEN_ARABIC.test(text.slice(index)));
    if (last && last.level === level && last.arabic === arabic) last.text += sign;
    else runs.push({ text: sign, level, arabic });
  }
  // Unicode bidirectional algorithm, rule L2
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && (runs[end] as Run).level >= level) end += 1;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).toReversed());
      start = end;
    }
  return runs;
}

/** Marks of a letter, or spaces with Arabic after them. */
const BETWEEN_ARABIC = new RegExp(`^(?:\\p{M}|\\s+${ARABIC.source})`, 'u');

/** Content knows no exponents, and a hundredth of a point is below what anybody sees. */
export const round = (value: number): string => String(Math.round(value * 100) / 100);
