/**
 * The typefaces of documents, stored with their licences: Inter for Latin, Noto Sans Arabic for Arabic. Text is set
 * glyph by glyph, since PDFKit's own text takes eight times as long (docs/adr/0016).
 */
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';
type Script = 'latin' | 'arabic';

/** The parts used of a fontkit font, and of PDFKit's embedding of it. */
interface Glyph {
  id: number;
  advanceWidth: number;
}
interface GlyphPosition {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}
interface Font {
  unitsPerEm: number;
  layout: (
    text: string,
    features?: string[],
    script?: string,
    language?: string,
    direction?: 'ltr' | 'rtl',
  ) => { glyphs: Glyph[]; positions: GlyphPosition[] };
  hasGlyphForCodePoint: (codePoint: number) => boolean;
}
interface Embedded {
  id: string;
  font: Font;
  scale: number;
  /** The glyphs embedded in the file, by their number in its content. */
  subset: {
    glyphs: number[];
    mapping: Record<number, number | undefined>;
    includeGlyph: (id: number) => number;
  };
  widths: (number | null)[];
  unicode: (number[] | null)[];
  ref: () => unknown;
}

const FILES: Record<Script, Record<Weight, string>> = {
  latin: { regular: 'Inter-Regular.ttf', bold: 'Inter-SemiBold.ttf' },
  arabic: { regular: 'NotoSansArabic-Regular.ttf', bold: 'NotoSansArabic-SemiBold.ttf' },
};

/**
 * Fonts are parsed once for all documents, and a text is shaped once for several: each document embeds the glyphs that
 * it uses.
 */
const opened = new Map<string, { font: Font; shaped: Map<string, readonly Placed[]> }>();
/** Maximum number of shaped texts kept per font: the letters of all papers, and names that come again and again. */
const MAX_SHAPED = 2000;

/** Upper bound of plain characters, which need no shaping. */
const PLAIN_END = 0x2060;

/** Distances in thousandths of the type size. */
export interface Placed {
  glyph: number;
  /** Start of the next glyph. */
  advance: number;
  /** The glyph's own width in the font. */
  width: number;
  shift: number;
  rise: number;
}

/** The glyph of one character. */
interface CharacterGlyph extends Placed {
  /** Its number in the content, in hexadecimal. */
  code: string;
}

/** A glyph is embedded once per text that it stands for; beyond this number, it keeps its first text. */
const MAX_CODES = 20_000;

/** Tabular width is for digits only: hyphens of that width would look like spaces. */
const FIGURE = /\d/;

const hex = (id: number): string => id.toString(16).padStart(4, '0');

const isEmbedded = (found: Partial<Embedded> | undefined): found is Embedded =>
  typeof found?.id === 'string' &&
  typeof found.scale === 'number' &&
  typeof found.ref === 'function' &&
  typeof found.font?.layout === 'function' &&
  typeof found.subset?.includeGlyph === 'function' &&
  Array.isArray(found.widths) &&
  Array.isArray(found.unicode);

/**
 * The document's current font, in a private field of PDFKit. If a new version stores it differently, this fails on the
 * first document, instead of writing unreadable files.
 */
function embeddedIn(doc: typeof PDFDocument.prototype): Embedded {
  const found = Reflect.get(doc, '_font') as Partial<Embedded> | undefined;
  if (!isEmbedded(found)) throw new Error('PDFKit keeps its fonts otherwise than typeface.ts knows them');
  return found;
}

export class Typeface {
  readonly #embedded: Embedded;
  readonly #shaped: Map<string, readonly Placed[]>;
  readonly #signs = new Map<string, CharacterGlyph>();
  readonly #codes = new Map<string, string>();
  /** Widths of registered plain characters, by character code, in thousandths of the type size; NaN for others. */
  readonly #advances = new Float64Array(PLAIN_END).fill(Number.NaN);
  /** Glyph numbers of the same characters. */
  readonly glyphs = new Uint16Array(PLAIN_END);

  constructor(doc: typeof PDFDocument.prototype, script: Script, weight: Weight) {
    const file = FILES[script][weight];
    const known = opened.get(file);
    const source = known?.font ?? readFileSync(new URL(`./fonts/${file}`, import.meta.url));
    doc.registerFont(file, source as Buffer).font(file);
    this.#embedded = embeddedIn(doc);
    this.#shaped = known?.shaped ?? new Map<string, readonly Placed[]>();
    opened.set(file, { font: this.#embedded.font, shaped: this.#shaped });
  }

  /** Its name in the content. */
  get name(): string {
    return this.#embedded.id;
  }

  get reference(): unknown {
    return this.#embedded.ref();
  }

  has(codePoint: number): boolean {
    return this.#embedded.font.hasGlyphForCodePoint(codePoint);
  }

  /**
   * The number of a glyph for a text, as four hexadecimal digits. One shape serves several letters (those that differ
   * only by dots), and a glyph may stand where another letter is read: so each text has its own number.
   */
  code({ glyph, width }: Placed, text: string): string {
    const key = `${glyph} ${text}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      const { subset, widths, unicode } = this.#embedded;
      const number = subset.mapping[glyph];
      if (number !== undefined && this.#codes.size >= MAX_CODES) return hex(number);
      const id = number === undefined ? subset.includeGlyph(glyph) : subset.glyphs.push(glyph) - 1;
      widths[id] = width;
      unicode[id] = Array.from(text, (character) => character.codePointAt(0) as number);
      code = hex(id);
      this.#codes.set(key, code);
    }
    return code;
  }

  /** The glyph of one character; digits all have the same width. */
  characterGlyph(character: string): CharacterGlyph {
    let characterGlyph = this.#signs.get(character);
    if (!characterGlyph) {
      const [placed] = this.#place(character, 'ltr', FIGURE.test(character) ? ['tnum'] : []) as [Placed];
      characterGlyph = { ...placed, code: this.code(placed, character) };
      this.#signs.set(character, characterGlyph);
    }
    return characterGlyph;
  }

  /** Width of plain characters, in thousandths of the type size; NaN if one is not registered. */
  widthOf(text: string): number {
    let width = 0;
    for (let index = 0; index < text.length; index += 1)
      width += this.#advances[text.charCodeAt(index)] as number;
    return width;
  }

  /** Number of plain characters that fit a width, from the first; NaN if one is not registered. */
  fittingLength(text: string, width: number): number {
    let used = 0;
    for (let index = 0; index < text.length; index += 1) {
      used += this.#advances[text.charCodeAt(index)] as number;
      if (used > width) return index;
    }
    return Number.isNaN(used) ? Number.NaN : text.length;
  }

  /** Registers the characters of a plain text. */
  register(text: string): void {
    for (const character of text) {
      const { code, advance } = this.characterGlyph(character);
      this.#advances[character.charCodeAt(0)] = advance;
      this.glyphs[character.charCodeAt(0)] = Number.parseInt(code, 16);
    }
  }

  /** Shapes a run of one direction, with joined letters; returns glyphs from left to right. */
  shape(text: string, direction: 'ltr' | 'rtl'): readonly Placed[] {
    return this.#place(text, direction);
  }

  #place(text: string, direction: 'ltr' | 'rtl', features?: string[]): readonly Placed[] {
    const key = `${direction} ${features?.join(' ') ?? ''} ${text}`;
    let placed = this.#shaped.get(key);
    if (!placed) {
      placed = this.#layOut(text, direction, features);
      if (this.#shaped.size >= MAX_SHAPED) this.#shaped.clear();
      this.#shaped.set(key, placed);
    }
    return placed;
  }

  #layOut(text: string, direction: 'ltr' | 'rtl', features?: string[]): Placed[] {
    const { font, scale } = this.#embedded;
    const { glyphs, positions } = font.layout(text, features, undefined, undefined, direction);
    return glyphs.map((glyph, index) => {
      const position = positions[index] as GlyphPosition;
      return {
        glyph: glyph.id,
        advance: position.xAdvance * scale,
        width: glyph.advanceWidth * scale,
        shift: position.xOffset * scale,
        rise: position.yOffset * scale,
      };
    });
  }
}
