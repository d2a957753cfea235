/**
 * A document during its drawing: pages with footers, text set by glyphs, and a structure for screen readers. The caller
 * takes finished bytes with `take`, so that long documents need little memory.
 */
import PDFDocument from 'pdfkit';
import { type Color, fillRectangle, INK, paintText, strokeLines, strokeRules } from './operators.ts';
import { type Page, PageContent } from './page-content.ts';
import { type Setting, Typesetter } from './typesetting.ts';
import type { Weight } from './typeface.ts';

export interface PageFormat {
  size: 'A0' | 'A3' | 'A4' | 'A5';
  layout: 'portrait' | 'landscape';
}

export interface DocumentInfo {
  title: string;
  author: string;
  page: PageFormat;
  /** Left of the page number in the footer. */
  foot: string;
  /** Distance of the footer from the lower edge, in points; default: the margin of the page. */
  footMargin?: number;
  /** Without page numbers: for several papers in one file. */
  unnumbered?: boolean;
  /** Without marks for screen readers: they stay in memory until the end, so very long documents have none. */
  unmarked?: boolean;
}

/** Type grows with the sheet: an A0 sheet is read on a wall or a screen. */
const UNIT: Record<PageFormat['size'], number> = { A0: 2.3, A3: 1.1, A4: 1, A5: 1 };
const MARGIN = 34;
const FOOT_SIZE = 7;

/** Type of a part of a page, from PDF's standard structure types. */
type StructureType = 'Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD';
export type Structure = ReturnType<InstanceType<typeof PDFDocument>['struct']>;

/** Missing in PDFKit's types: opens a picture once, to draw it several times. */
interface Images {
  openImage: (picture: Buffer) => object;
}

interface StructureOptions {
  /** Alternative text for a picture. */
  alt?: string;
  scope?: 'Row' | 'Column';
}

export interface TextOptions {
  size: number;
  weight?: Weight;
  color?: Color;
  align?: 'left' | 'right' | 'center';
  /** Width to align in, and to wrap in if `lines` allows it. */
  width?: number;
  /** Maximum number of lines; the rest is cut. */
  lines?: number;
}

export class PdfDocument {
  readonly typesetter: Typesetter;
  /** Points on this sheet for one point of an A4 design. */
  readonly unit: number;
  readonly margin: number;
  readonly root: Structure;
  readonly #doc: InstanceType<typeof PDFDocument>;
  readonly #info: DocumentInfo;
  readonly #pageCount: ReturnType<InstanceType<typeof PDFDocument>['ref']>;
  readonly #content = new PageContent();
  readonly #images = new WeakMap<Uint8Array, object>();
  #pages = 0;
  #onPage: (() => void) | undefined;

  constructor(info: DocumentInfo) {
    this.#info = info;
    this.unit = UNIT[info.page.size];
    this.margin = MARGIN * this.unit;
    this.#doc = new PDFDocument({
      size: info.page.size,
      layout: info.page.layout,
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: 'fr-FR',
      displayTitle: true,
      tagged: !info.unmarked,
      font: null as unknown as string,
      info: { Title: info.title, Author: info.author, Creator: 'Octroi', Producer: 'Octroi (PDFKit)' },
    });
    this.typesetter = new Typesetter(this.#doc);
    this.root = this.#doc.struct('Document');
    this.#doc.addStructure(this.root);
    this.#pageCount = this.#doc.ref({});
  }

  get width(): number {
    return this.#doc.page.width;
  }
  get height(): number {
    return this.#doc.page.height;
  }
  get left(): number {
    return this.margin;
  }
  get contentWidth(): number {
    return this.width - 2 * this.margin;
  }
  /** Lower end of the content, above the footer. */
  get bottom(): number {
    return this.height - this.#footMargin - FOOT_SIZE * 2.2 * this.unit;
  }
  get #footMargin(): number {
    return this.#info.footMargin ?? this.margin;
  }
  get pages(): number {
    return this.#pages;
  }

  /** Runs on each following page, before anything else. */
  onPage(draw: (() => void) | undefined): void {
    this.#onPage = draw;
  }

  /** @param size width and height, if not those of the document */
  addPage(size?: [number, number]): void {
    this.#endPage();
    const ended = this.#doc.page as unknown as Page | null;
    this.#doc.addPage(size && { size, margin: 0 });
    // the page is written: later references need only its number
    if (ended) ended.dictionary.data = {};
    this.#content.begin(this.#doc.page as unknown as Page);
    this.content(this.#upright);
    this.#pages += 1;
    this.#onPage?.();
  }

  /** PDFKit's coordinates start at the top; only pictures are drawn through it. */
  get #upright(): string {
    return `1 0 0 -1 0 ${this.height} cm`;
  }

  /** Writes operators; their coordinates start at the lower left corner. */
  content(operators: string | Uint8Array): void {
    this.#content.add(operators);
  }

  /** Draws decoration or repetition, which screen readers skip. */
  artifact(draw: () => void): void {
    this.#doc.markContent('Artifact');
    draw();
    this.#doc.endMarkedContent();
  }

  /** Draws a part that contains other parts. */
  group<Result>(parent: Structure, type: StructureType, draw: (part: Structure) => Result): Result {
    if (this.#info.unmarked) return draw(parent);
    const part = this.open(parent, type);
    const result = draw(part);
    part.end();
    return result;
  }

  /** Opens a part that may continue on following pages; the caller ends it. */
  open(parent: Structure, type: StructureType): Structure {
    if (this.#info.unmarked) return parent;
    const part = this.#doc.struct(type);
    parent.add(part);
    return part;
  }

  /** Draws a part with content of its own. */
  part(parent: Structure, type: StructureType, draw: () => void, options: StructureOptions = {}): void {
    if (this.#info.unmarked) return draw();
    const part = this.#doc.struct(type, options as object);
    parent.add(part);
    const content = this.#doc.markStructureContent(type);
    draw();
    this.#doc.endMarkedContent();
    part.add(content);
    part.end();
  }

  /**
   * Writes a text with the top of its first line at `y` from the top of the page.
   * @returns its height
   */
  text(text: string, x: number, y: number, options: TextOptions): number {
    const { size, weight = 'regular', color = INK.text, width = Infinity, lines = 1 } = options;
    const settings = this.typesetter.wrap(text, (width / size) * 1000, lines, weight);
    this.content(
      settings
        .map((setting, index) =>
          paintText(
            setting,
            x + inset(setting, options),
            this.height - y - size * (0.95 + index * LINE),
            size,
            color,
          ),
        )
        .join('\n'),
    );
    return settings.length * size * LINE;
  }

  /** Type size at which a text fits in one line of a width. */
  fittingSize(text: string, width: number, size: number, weight?: Weight): number {
    return Math.min(size, (size * width) / Math.max(this.widthOf(text, size, weight), 1));
  }

  /** Writes a text in the place of missing content. */
  notice(text: string, y: number): void {
    this.part(this.root, 'P', () => {
      const [size, width] = [11 * this.unit, this.contentWidth];
      this.text(text, this.left, y, { size, width, align: 'center', color: INK.muted, lines: 3 });
    });
  }

  /** Draws a picture in a box, with its proportions; the file contains it once. @param alt alternative text */
  image(
    parent: Structure,
    picture: Uint8Array,
    x: number,
    y: number,
    box: [number, number],
    alt: string,
  ): void {
    let image = this.#images.get(picture);
    if (!image)
      this.#images.set(picture, (image = (this.#doc as unknown as Images).openImage(Buffer.from(picture))));
    const draw = (): void => {
      this.#doc.addContent(`q ${this.#upright}`);
      this.#doc.image(image as never, x, y, { fit: box });
      this.#doc.addContent('Q');
    };
    this.part(parent, 'Figure', draw, { alt });
  }

  /** Draws an empty box. */
  frame(x: number, y: number, width: number, height: number): void {
    this.content(fillRectangle(x, this.height - y - height, width, height, INK.band));
  }

  /** Draws black lines; coordinates from the top of the page. */
  lines(
    lines: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[],
    { thickness = 0.5, dash = [] }: { thickness?: number; dash?: readonly number[] } = {},
  ): void {
    const { height } = this;
    this.content(
      strokeLines(
        lines.map(([x1, y1, x2, y2]) => [x1, height - y1, x2, height - y2]),
        thickness,
        dash,
      ),
    );
  }

  /** Width of a text in one line, in points. */
  widthOf(text: string, size: number, weight?: Weight): number {
    return (this.typesetter.set(text, weight).width * size) / 1000;
  }

  rules(x: number, width: number, ys: readonly number[], thickness = 0.5, color?: Color): void {
    this.content(
      strokeRules(
        x,
        width,
        ys.map((y) => this.height - y),
        thickness * this.unit,
        color,
      ),
    );
  }

  /** The bytes drawn since the last call. */
  take(): Buffer | null {
    return this.#doc.read() as Buffer | null;
  }

  /** Ends the last page and the document; `take` returns the rest. */
  end(): void {
    this.#endPage();
    const total = this.typesetter.set(String(this.#pages));
    const size = FOOT_SIZE * this.unit;
    Object.assign(this.#pageCount.data as object, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -size, this.#countWidth, size],
      Resources: { Font: Object.fromEntries(this.typesetter.fonts) },
    });
    this.#pageCount.end(paintText(total, 0, 0, size, INK.muted));
    this.root.end();
    this.#doc.end();
  }

  /** Width for the largest number of pages. */
  get #countWidth(): number {
    return (this.typesetter.set('00000').width * FOOT_SIZE * this.unit) / 1000;
  }

  #endPage(): void {
    if (this.#pages === 0) return;
    this.artifact(() => this.#drawFoot());
    Object.assign(this.#doc.page.fonts, Object.fromEntries(this.typesetter.fonts));
    this.#content.end(this.#doc.page as unknown as Page);
  }

  /** The number of pages is known only at the end: every footer refers to one drawing, written then. */
  #drawFoot(): void {
    const size = FOOT_SIZE * this.unit;
    const y = this.height - this.#footMargin - size;
    const color = INK.muted;
    const count = this.left + this.contentWidth - this.#countWidth;
    this.text(this.#info.foot, this.left, y, { size, color, width: this.contentWidth * 0.8 });
    if (this.#info.unnumbered) return;
    this.text(`page ${this.#pages} / `, 0, y, { size, color, width: count, align: 'right' });
    this.content(`q 1 0 0 1 ${count} ${this.height - y - size * 0.95} cm /Pages Do Q`);
    (this.#doc.page.xobjects as Record<string, unknown>)['Pages'] = this.#pageCount;
  }
}

/** Line height, as a share of the type size. */
export const LINE = 1.3;

/** Distance of a line from the left of its box. */
function inset({ width }: Setting, { align = 'left', size, width: room }: TextOptions): number {
  if (align === 'left' || room === undefined) return 0;
  const left = room - (width * size) / 1000;
  return align === 'right' ? left : left / 2;
}
