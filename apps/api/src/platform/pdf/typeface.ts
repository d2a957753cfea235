/**
 * The typefaces of documents, in the repository with their licences: Inter for Latin, Noto Sans Arabic for Arabic.
 * Text is set glyph by glyph, since PDFKit's own text costs eight times as much (docs/adr/0016).
 */
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';
type Script = 'latin' | 'arabic';

/** The parts of a fontkit font, and of PDFKit's embedding of it, that setting glyphs needs. */
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
  /** Glyphs that the file holds, by the number under which its content names them. */
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

/** Fonts that were read once serve all documents: each document embeds the glyphs that it uses. */
const opened = new Map<string, Font>();

/** Above the last of the signs that are set one after another, each as it is. */
const PLAIN_END = 0x2060;

/** Distances in thousandths of the type size. */
export interface Placed {
  glyph: number;
  /** Where the next glyph begins. */
  advance: number;
  /** Width that the font itself gives the glyph. */
  width: number;
  shift: number;
  rise: number;
}

/** One that says what it shows. */
interface Sign extends Placed {
  /** As content names it. */
  code: string;
}

/** Glyphs are drawn anew for each text that they say: beyond so many, they say what they said first. */
const MAX_CODES = 20_000;

/** Hyphens as wide as figures would part words. */
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
 * The font that a document writes with. PDFKit shows it to nobody: another version that keeps it otherwise fails here, at
 * the first document, and not in files that nobody can read.
 */
function embeddedIn(doc: typeof PDFDocument.prototype): Embedded {
  const found = Reflect.get(doc, '_font') as Partial<Embedded> | undefined;
  if (!isEmbedded(found)) throw new Error('PDFKit keeps its fonts otherwise than typeface.ts knows them');
  return found;
}

export class Typeface {
  readonly #embedded: Embedded;
  readonly #signs = new Map<string, Sign>();
  readonly #codes = new Map<string, string>();
  /** Of plain signs that were met, by their codes, in thousandths of the type size; of others not a number. */
  readonly #advances = new Float64Array(PLAIN_END).fill(Number.NaN);
  /** The same signs as content names them. */
  readonly glyphs = new Uint16Array(PLAIN_END);

  constructor(doc: typeof PDFDocument.prototype, script: Script, weight: Weight) {
    const file = FILES[script][weight];
    const source = opened.get(file) ?? readFileSync(new URL(`./fonts/${file}`, import.meta.url));
    doc.registerFont(file, source as Buffer).font(file);
    this.#embedded = embeddedIn(doc);
    opened.set(file, this.#embedded.font);
  }

  /** Under which name content refers to it. */
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
   * How content names a glyph that says a text: four hexadecimal digits. A form is drawn for several letters (of those
   * that differ by their dots alone), and may stand where another letter is read: each text has a number of its own.
   */
  code({ glyph, width }: Placed, says: string): string {
    const key = `${glyph} ${says}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      const { subset, widths, unicode } = this.#embedded;
      const known = subset.mapping[glyph];
      if (known !== undefined && this.#codes.size >= MAX_CODES) return hex(known);
      const id = known === undefined ? subset.includeGlyph(glyph) : subset.glyphs.push(glyph) - 1;
      widths[id] = width;
      unicode[id] = Array.from(says, (character) => character.codePointAt(0) as number);
      code = hex(id);
      this.#codes.set(key, code);
    }
    return code;
  }

  /** One character that stands for itself; figures are as wide as each other. */
  sign(character: string): Sign {
    let sign = this.#signs.get(character);
    if (!sign) {
      const [placed] = this.#place(character, 'ltr', FIGURE.test(character) ? ['tnum'] : []) as [Placed];
      sign = { ...placed, code: this.code(placed, character) };
      this.#signs.set(character, sign);
    }
    return sign;
  }

  /** Width of plain signs in thousandths of the type size; not a number where one of them was not met. */
  widthOf(text: string): number {
    let width = 0;
    for (let index = 0; index < text.length; index += 1)
      width += this.#advances[text.charCodeAt(index)] as number;
    return width;
  }

  /** How many plain signs of a text fit a width, from the first; not a number where one of them was not met. */
  fitting(text: string, width: number): number {
    let taken = 0;
    for (let index = 0; index < text.length; index += 1) {
      taken += this.#advances[text.charCodeAt(index)] as number;
      if (taken > width) return index;
    }
    return Number.isNaN(taken) ? Number.NaN : text.length;
  }

  /** Meets the signs of a text, all of them plain. */
  meet(text: string): void {
    for (const character of text) {
      const { code, advance } = this.sign(character);
      this.#advances[character.charCodeAt(0)] = advance;
      this.glyphs[character.charCodeAt(0)] = Number.parseInt(code, 16);
    }
  }

  /** A run of one direction, its letters joined as the script asks; the glyphs come from left to right. */
  shape(text: string, direction: 'ltr' | 'rtl'): Placed[] {
    return this.#place(text, direction);
  }

  #place(text: string, direction: 'ltr' | 'rtl', features?: string[]): Placed[] {
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
