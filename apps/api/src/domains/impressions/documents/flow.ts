/** Flows lines and tables over the pages of a paper; table heads are repeated on each page. No I/O. */
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';

/** Smallest font size for citizens. */
export const SIZE = 10;
/** Vertical padding of a row, both sides together. */
const PAD = 2.4;
const ROW = SIZE * LINE + PAD;
const MOST_LINES = 8;
/** Lines of a paragraph. */
const MAX_LINES = 30;
/** Height kept for the note that the paper continues. */
const NOTE = 11;

interface FlowOptions {
  y: number;
  /** Lower limit of the first page. */
  bottom: number;
  /** Draws the head of a following page; returns the y coordinate below it. */
  onPage: (page: number) => number;
  /** Draws the fixed parts of the first page before the next one starts. */
  onLeave: () => void;
}

export class Flow {
  readonly document: PdfDocument;
  readonly parent: Structure;
  y: number;
  readonly #options: FlowOptions;
  #bottom: number;
  #pages = 1;

  constructor(document: PdfDocument, parent: Structure, options: FlowOptions) {
    this.document = document;
    this.parent = parent;
    this.#options = options;
    this.y = options.y;
    this.#bottom = options.bottom;
  }

  get pages(): number {
    return this.#pages;
  }

  /**
   * Starts another page unless this one has room for the height. @param last nothing follows @returns whether a page
   * was started
   */
  need(height: number, last = false): boolean {
    if (this.y + height <= this.#bottom + (last ? NOTE : 0)) return false;
    if (this.#pages === 1) {
      this.#note('Suite à la page suivante');
      this.#options.onLeave();
    }
    this.#pages += 1;
    this.document.addPage();
    this.#bottom = this.document.bottom;
    this.y = this.#options.onPage(this.#pages);
    return true;
  }

  #note(text: string): void {
    const { left, contentWidth: width } = this.document;
    this.document.artifact(() =>
      this.document.text(text, left, this.#bottom, { size: 9, width, align: 'right', color: INK.black }),
    );
  }

  /** A title with a bold beginning; at least `rows` rows below it fit on the same page. */
  title(text: string, aside: string, rows = 2): void {
    const { document } = this;
    const size = 11.5;
    this.need(size * LINE + (rows + 1) * ROW);
    document.part(this.parent, 'H2', () => {
      document.text(text, document.left, this.y, { size, weight: 'bold', color: INK.black });
      const x = document.left + document.widthOf(`${text} `, size, 'bold');
      document.text(` – ${aside}`, x, this.y + 1, { size: SIZE, color: INK.black });
    });
    this.y += size * LINE + 2;
  }

  /** A text of up to half a page, kept together. */
  paragraph(text: string): void {
    const { document } = this;
    const { left, contentWidth: width } = document;
    const lines = document.typesetter.wrap(text, (width / SIZE) * 1000, MAX_LINES).length;
    this.need(lines * SIZE * LINE);
    document.part(this.parent, 'P', () => {
      this.y += document.text(`${text} `, left, this.y, { size: SIZE, width, lines, color: INK.black });
    });
    this.y += 4;
  }
}

interface FlowColumn {
  header: string;
  /** Share of the page's width. */
  width: number;
  /** Whether the text is aligned right. */
  figure?: boolean;
  /** Sample of the widest text that may not be broken: the column is at least as wide. */
  unbreakable?: string;
  /** Whether the column follows figures and keeps a distance from them. */
  after?: boolean;
}

/** Widths of the columns by their shares, but none narrower than its least width. */
function divide(columns: readonly FlowColumn[], least: readonly number[], total: number): number[] {
  const needed = least.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(1, (total * MAX_UNBREAKABLE) / Math.max(needed, 1));
  const raised = new Set<number>();
  for (;;) {
    const fixed = [...raised].reduce((sum, index) => sum + (least[index] as number) * scale, 0);
    const shares = columns.reduce((sum, { width }, index) => sum + (raised.has(index) ? 0 : width), 0);
    const widths = columns.map(({ width }, index) =>
      raised.has(index) ? (least[index] as number) * scale : (width / shares) * (total - fixed),
    );
    const short = widths.findIndex((width, index) => width < (least[index] as number) * scale);
    if (short < 0) return widths;
    raised.add(short);
  }
}

const GAP = 6;
const AFTER = 12;
/** Maximum share of the page for the least widths together. */
const MAX_UNBREAKABLE = 0.75;

interface PlacedColumn extends FlowColumn {
  x: number;
  room: number;
}

/** A table over as many pages as needed. */
export class FlowTable {
  readonly #flow: Flow;
  readonly #columns: readonly PlacedColumn[];
  readonly #structure: Structure;

  /** @param figures all texts of its columns of figures, by column */
  constructor(flow: Flow, columns: readonly FlowColumn[], figures: readonly (readonly string[])[]) {
    this.#flow = flow;
    const { document } = flow;
    const least = columns.map(({ figure, header, unbreakable: whole }, index) => {
      const texts = figure ? [header, ...(figures[index] ?? [])] : whole ? [header, whole] : [];
      return Math.max(0, ...texts.map((text) => document.widthOf(text, SIZE, 'bold') + GAP + 1));
    });
    const widths = divide(columns, least, document.contentWidth);
    let x = document.left;
    this.#columns = columns.map((column, index) => {
      const width = widths[index] as number;
      const placed = {
        ...column,
        x: x + (column.after ? AFTER : 0),
        room: width - (column.after ? AFTER : 0) - GAP,
      };
      x += width;
      // figures are aligned right, a gap away from the column before
      return column.figure ? { ...placed, x: placed.x + GAP, room: width - GAP } : placed;
    });
    this.#structure = document.open(flow.parent, 'Table');
    this.#head('TH');
  }

  #head(type: 'TH' | undefined): void {
    const cells = this.#columns.map(({ header }) => header);
    this.#draw(cells, { type, rule: 0.75 });
  }

  /** @param look `rule`: thickness of the line below; `keep`: height that must remain on the page below the row */
  row(cells: readonly string[], look: { bold?: boolean; rule?: number; keep?: number } = {}): void {
    const { bold = false, rule = 0.4, keep = 0 } = look;
    if (this.#flow.need(this.#height(cells, bold) + keep)) this.#head(undefined);
    this.#draw(cells, { type: 'TD', bold, rule });
  }

  end(): void {
    this.#structure.end();
    this.#flow.y += 7;
  }

  #wrap(cells: readonly string[], bold: boolean) {
    const { typesetter } = this.#flow.document;
    return this.#columns.map(({ room, figure }, index) => {
      const text = cells[index] ?? '';
      if (!figure)
        return {
          size: SIZE,
          lines: typesetter.wrap(text, (room / SIZE) * 1000, MOST_LINES, bold ? 'bold' : 'regular'),
        };
      // an amount is never cut
      const width = this.#flow.document.widthOf(text, SIZE, bold ? 'bold' : 'regular');
      return { size: width > room ? (SIZE * room) / width : SIZE, lines: [text] };
    });
  }

  #height(cells: readonly string[], bold: boolean): number {
    const most = Math.max(...this.#wrap(cells, bold).map(({ lines }) => lines.length));
    return most * SIZE * LINE + PAD;
  }

  #draw(
    cells: readonly string[],
    { type, bold = false, rule }: { type: 'TH' | 'TD' | undefined; bold?: boolean; rule: number },
  ): void {
    const flow = this.#flow;
    const { document } = flow;
    const wrapped = this.#wrap(cells, bold);
    const cell = (index: number): void => {
      const { x, room, figure } = this.#columns[index] as PlacedColumn;
      const { size } = wrapped[index] as (typeof wrapped)[number];
      document.text(cells[index] ?? '', x, flow.y + 1, {
        size,
        weight: bold ? 'bold' : 'regular',
        width: figure ? room + 0.5 : room,
        align: figure ? 'right' : 'left',
        lines: MOST_LINES,
        color: INK.black,
      });
    };
    if (type)
      document.group(this.#structure, 'TR', (row) => {
        for (const index of cells.keys())
          document.part(row, type, () => cell(index), type === 'TH' ? { scope: 'Column' } : {});
      });
    else
      document.artifact(() => {
        for (const index of cells.keys()) cell(index);
      });
    flow.y += this.#height(cells, bold);
    document.artifact(() =>
      document.lines([[document.left, flow.y - 0.5, document.left + document.contentWidth, flow.y - 0.5]], {
        thickness: rule,
      }),
    );
  }
}
