/** Sets text as content operators: measured, wrapped, cut, and in the reading order of scripts. */
import bidiFactory, { type Bidi } from 'bidi-js';
import type PDFDocument from 'pdfkit';
import { glyphTexts } from './reading.ts';
import { type Placed, Typeface, type Weight } from './typeface.ts';

/** A measured text, to paint at any position and size. */
export type Setting = PlainSetting | PiecedSetting;
/** One glyph per character. */
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
  /** Operand of `TJ`; or of `Tj`, if the font's own widths suffice. */
  glyphs: string;
  rise: number;
  /** Text of the glyphs, if it differs from theirs. */
  actual?: string;
}

// its types declare an ES module, but Node loads it as CommonJS
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;
/** Line ends and other controls become a space; direction and format characters are removed. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;
const FORMAT_CHARACTERS = /\p{Cf}/gu;
const ELLIPSIS = '…';
/** Spaces where a line may end; no-break spaces inside numbers do not. */
const BREAKING = /[^\S\u00a0\u202f]+/g;
/** Texts that need no shaping: Western European characters, one glyph each. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u202f-\u205e]*$/;
/** Text of dots and surplus glyphs, for readers that require one: a zero-width space. */
const ZERO_WIDTH_SPACE = '\u200b';
/** Maximum number of cached settings of other texts: the same names come again and again. */
const MAX_CACHED = 1000;

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

  /** Fonts by their names in settings. */
  get fonts(): Iterable<[string, unknown]> {
    return [...this.#used].map(([name, { reference }]) => [name, reference]);
  }

  set(text: string, weight: Weight = 'regular'): Setting {
    const plain = this.#setPlain(text, weight);
    if (plain) return plain;
    const cache = this.#kept[weight];
    let setting = cache.get(text);
    if (!setting) {
      setting = this.#setOther(text, weight);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(text, setting);
    }
    return setting;
  }

  #setPlain(text: string, weight: Weight): PlainSetting | undefined {
    const { latin: face } = this.#faces[weight];
    let width = face.widthOf(text);
    if (Number.isNaN(width)) {
      if (!PLAIN.test(text)) return undefined;
      face.register(text);
      width = face.widthOf(text);
    }
    return { width, face, text };
  }

  #setOther(text: string, weight: Weight): Setting {
    const clean = this.#drawable(
      text.normalize('NFC').replaceAll(CONTROL_CHARACTERS, ' ').replaceAll(FORMAT_CHARACTERS, ''),
      weight,
    );
    if (RIGHT_TO_LEFT.test(clean)) return this.#setMixed(clean, weight);
    return this.#setPlain(clean, weight) ?? this.#setLatin(clean, weight);
  }

  /** Replaces characters without a glyph (mathematical, circled, wide letters) by plain ones. */
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
      const placed = latin.characterGlyph(character);
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
        : charactersOf(run).map((sign) => face.characterGlyph(sign));
      return placed.map((glyph) => {
        const x = width + glyph.shift;
        width += glyph.advance;
        return { ...glyph, face, x };
      });
    });
    return { glyphs, width };
  }

  /** Dots of letters are written after all letters, where they do not split words. */
  #setMixed(text: string, weight: Weight): PiecedSetting {
    const { glyphs, width } = this.#placeMixed(text, weight);
    const letters = glyphs.filter(({ advance }) => advance > 0);
    const all = [...letters, ...glyphs.filter(({ advance }) => advance === 0)];
    const fonts = letters.map(({ face }) => face);
    const texts = glyphTexts(text, fonts);
    const [first, last] = [texts.findIndex(Boolean), texts.findLastIndex(Boolean)];
    const pieces: Piece[] = [];
    let pen = 0;
    let parts: string[] = [];
    for (const [index, glyph] of all.entries()) {
      const { face, x, rise } = glyph;
      const glyphText = texts[index];
      parts.push(`${round(pen - x)} <${face.code(glyph, glyphText?.letters ?? ZERO_WIDTH_SPACE)}>`);
      pen = x + glyph.width;
      const next = all[index + 1];
      const isRead = index >= first && index <= last;
      const continues = isRead && index < last && glyphText?.stretch === texts[index + 1]?.stretch;
      if (continues && next?.face === face && next.rise === rise) continue;
      const operands = `[${parts.join(' ')}] TJ`;
      pieces.push(
        isRead
          ? { font: face.name, glyphs: `/Span BMC ${operands} EMC`, rise }
          : { font: face.name, glyphs: operands, rise, actual: '' },
      );
      parts = [];
    }
    return { width, pieces };
  }

  /** Wraps a text in a column; what does not fit the last line is cut with an ellipsis. */
  wrap(text: string, width: number, maxLines: number, weight: Weight = 'regular'): Setting[] {
    const line = this.set(text, weight);
    if (line.width <= width) return [line];
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

  /** A line that continues in the next: screen readers and copies need the space between them. */
  #followed(line: string, weight: Weight): Setting {
    if (RIGHT_TO_LEFT.test(line)) return this.set(line, weight);
    const setting = this.set(`${line} `, weight);
    return { ...setting, width: setting.width - this.set(' ', weight).width };
  }

  /** The longest beginning that fits, ending between words, or inside a word longer than a line. */
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

  /** The longest beginning that fits a width, at least one character. */
  #fitting(text: string, width: number, weight: Weight): string {
    const plain = this.#faces[weight].latin.fittingLength(text, width);
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

  /** Not cached: a search tries each text once. */
  #measure(text: string, weight: Weight): number {
    const drawable = this.#drawable(text, weight);
    const setting =
      this.#setPlain(drawable, weight) ??
      (RIGHT_TO_LEFT.test(drawable) ? this.#placeMixed(drawable, weight) : this.#setLatin(drawable, weight));
    return setting.width;
  }
}

/** The characters of an unshaped run, from left to right. */
const charactersOf = ({ text, level }: Run): string[] => {
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
    // spaces between Arabic words belong to them: the letters on both sides are shaped as one run
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

/** Marks of a letter, or spaces before Arabic. */
const BETWEEN_ARABIC = new RegExp(`^(?:\\p{M}|\\s+${ARABIC.source})`, 'u');

/** PDF content allows no exponents; a hundredth of a point is invisible. */
export const round = (value: number): string => String(Math.round(value * 100) / 100);
