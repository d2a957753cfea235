/**
 * A document under way: pages with their foot, text set by glyphs, and a structure that a screen reader follows.
 * Whoever draws reads what is finished with `take`, so that any number of pages passes through little memory.
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
  /** At the foot of each page, left of its number. */
  foot: string;
  /** How far the foot stands from the lower edge, in points; the margin of the page where it is not said. */
  footMargin?: number;
  /** Many papers in one file: a page's number in the file says nothing of the paper, and is left out. */
  unnumbered?: boolean;
  /** Without marks for screen readers: they are kept in memory until the end, so a very long document has none. */
  unmarked?: boolean;
}

/** Type grows with the sheet: an A0 sheet is read whole on a screen or a wall, not held in the hand. */
const UNIT: Record<PageFormat['size'], number> = { A0: 2.3, A3: 1.1, A4: 1, A5: 1 };
const MARGIN = 34;
const FOOT_SIZE = 7;

/** What a part of a page is, by the names of PDF's standard structure. */
type StructureType = 'Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Figure' | 'Table' | 'TR' | 'TH' | 'TD';
export type Structure = ReturnType<InstanceType<typeof PDFDocument>['struct']>;

/** What PDFKit's types leave out: a picture that is read once, and drawn any number of times. */
interface Images {
  openImage: (picture: Buffer) => object;
}

interface StructureOptions {
  /** Said instead of a picture. */
  alt?: string;
  scope?: 'Row' | 'Column';
}

export interface TextOptions {
  size: number;
  weight?: Weight;
  color?: Color;
  align?: 'left' | 'right' | 'center';
  /** Width to align in, and to wrap in where `lines` allows. */
  width?: number;
  /** Lines at most; what does not fit is cut. */
  lines?: number;
}

export class PdfDocument {
  readonly typesetter: Typesetter;
  /** Points that one point of an A4 design takes on this sheet. */
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
  /** Below this nothing but the foot is drawn. */
  get bottom(): number {
    return this.height - this.#footMargin - FOOT_SIZE * 2.2 * this.unit;
  }
  get #footMargin(): number {
    return this.#info.footMargin ?? this.margin;
  }
  get pages(): number {
    return this.#pages;
  }

  /** Draws on each page that follows, before anything else. */
  onPage(draw: (() => void) | undefined): void {
    this.#onPage = draw;
  }

  /** @param size width and height of a page that has another than the document's */
  addPage(size?: [number, number]): void {
    this.#endPage();
    const ended = this.#doc.page as unknown as Page | null;
    this.#doc.addPage(size && { size, margin: 0 });
    // it is written by now, and its number is all that is asked of it
    if (ended) ended.dictionary.data = {};
    this.#content.begin(this.#doc.page as unknown as Page);
    this.content(this.#upright);
    this.#pages += 1;
    this.#onPage?.();
  }

  /** PDFKit counts from the page's top; its pictures alone are drawn so. */
  get #upright(): string {
    return `1 0 0 -1 0 ${this.height} cm`;
  }

  /** Writes operators, whose distances count from the lower left corner. */
  content(operators: string | Uint8Array): void {
    this.#content.add(operators);
  }

  /** What only decorates or repeats: a screen reader passes over it. */
  artifact(draw: () => void): void {
    this.#doc.markContent('Artifact');
    draw();
    this.#doc.endMarkedContent();
  }

  /** A part that holds others. */
  group<Result>(parent: Structure, type: StructureType, draw: (part: Structure) => Result): Result {
    if (this.#info.unmarked) return draw(parent);
    const part = this.open(parent, type);
    const result = draw(part);
    part.end();
    return result;
  }

  /** A part that is still open when other pages begin; whoever opened it ends it. */
  open(parent: Structure, type: StructureType): Structure {
    if (this.#info.unmarked) return parent;
    const part = this.#doc.struct(type);
    parent.add(part);
    return part;
  }

  /** A part with content of its own. */
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
   * Writes text whose first line's top is at `y` from the page's top.
   * @returns the height that it takes
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

  /** The size of a text that must stand whole in one line of a width: smaller where it has no room. */
  fittingSize(text: string, width: number, size: number, weight?: Weight): number {
    return Math.min(size, (size * width) / Math.max(this.widthOf(text, size, weight), 1));
  }

  /** What is said where there is nothing to show. */
  notice(text: string, y: number): void {
    this.part(this.root, 'P', () => {
      const [size, width] = [11 * this.unit, this.contentWidth];
      this.text(text, this.left, y, { size, width, align: 'center', color: INK.muted, lines: 3 });
    });
  }

  /** A picture in a box, keeping its shape; the same one is in the file once. @param alt what it shows */
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

  /** An empty box. */
  frame(x: number, y: number, width: number, height: number): void {
    this.content(fillRectangle(x, this.height - y - height, width, height, INK.band));
  }

  /** Black lines, whose points count from the page's top. */
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

  /** How wide a text is in one line, in points. */
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

  /** What was drawn since it was last taken. */
  take(): Buffer | null {
    return this.#doc.read() as Buffer | null;
  }

  /** Ends the last page and the document; `take` then gives the rest. */
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

  /** Room for as many digits as a document may have of pages. */
  get #countWidth(): number {
    return (this.typesetter.set('00000').width * FOOT_SIZE * this.unit) / 1000;
  }

  #endPage(): void {
    if (this.#pages === 0) return;
    this.artifact(() => this.#drawFoot());
    Object.assign(this.#doc.page.fonts, Object.fromEntries(this.typesetter.fonts));
    this.#content.end(this.#doc.page as unknown as Page);
  }

  /** How many pages there are is known at the end: each page shows one drawing that is written then. */
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

/** Height of a line, as a share of its type size. */
export const LINE = 1.3;

/** How far from the left of its width a line begins. */
function inset({ width }: Setting, { align = 'left', size, width: room }: TextOptions): number {
  if (align === 'left' || room === undefined) return 0;
  const left = room - (width * size) / 1000;
  return align === 'right' ? left : left / 2;
}
