/**
 * The typefaces of documents, in the repository with their licences: Inter for Latin, Noto Sans Arabic for Arabic.
 * Text is set glyph by glyph, since PDFKit's own text costs eight times as much (docs/adr/0016).
 */
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';

export type Weight = 'regular' | 'bold';
export type Script = 'latin' | 'arabic';

/** The parts of a fontkit font, and of PDFKit's embedding of it, that setting glyphs needs. */
interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
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
  subset: { includeGlyph: (id: number) => number };
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

/** Distances in thousandths of the type size. */
export interface Placed {
  /** Four hexadecimal digits, as the document's content names the glyph. */
  code: string;
  /** Where the next glyph begins. */
  advance: number;
  /** Width that the font itself gives the glyph. */
  width: number;
  shift: number;
  rise: number;
}

export class Typeface {
  readonly #embedded: Embedded;
  readonly #signs = new Map<string, Placed>();

  constructor(doc: typeof PDFDocument.prototype, script: Script, weight: Weight) {
    const file = FILES[script][weight];
    const source = opened.get(file) ?? readFileSync(new URL(`./fonts/${file}`, import.meta.url));
    doc.registerFont(file, source as Buffer).font(file);
    this.#embedded = (doc as unknown as { _font: Embedded })._font;
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

  #include(glyph: Glyph, codePoints: number[]): { code: string; width: number } {
    const { subset, widths, unicode, scale } = this.#embedded;
    const id = subset.includeGlyph(glyph.id);
    widths[id] ??= glyph.advanceWidth * scale;
    unicode[id] ??= codePoints;
    return { code: id.toString(16).padStart(4, '0'), width: glyph.advanceWidth * scale };
  }

  /**
   * One character that stands for itself; figures are as wide as each other. What it says is said here, since fontkit
   * forgets it of glyphs that it first met as a part of others.
   */
  sign(character: string): Placed {
    let placed = this.#signs.get(character);
    if (!placed) {
      [placed] = this.#place(character, 'ltr', ['tnum'], [character.codePointAt(0) as number]) as [Placed];
      this.#signs.set(character, placed);
    }
    return placed;
  }

  /** A run of one direction, its letters joined as the script asks; the glyphs come from left to right. */
  shape(text: string, direction: 'ltr' | 'rtl'): Placed[] {
    return this.#place(text, direction);
  }

  #place(text: string, direction: 'ltr' | 'rtl', features?: string[], says?: number[]): Placed[] {
    const { font, scale } = this.#embedded;
    const { glyphs, positions } = font.layout(text, features, undefined, undefined, direction);
    return glyphs.map((glyph, index) => {
      const position = positions[index] as GlyphPosition;
      return {
        ...this.#include(glyph, says ?? glyph.codePoints),
        advance: position.xAdvance * scale,
        shift: position.xOffset * scale,
        rise: position.yOffset * scale,
      };
    });
  }
}
