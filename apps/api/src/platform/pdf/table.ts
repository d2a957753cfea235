/** Tables over several pages: repeated heads, rows as high as their text, sums at the end. */
import { LINE, type PdfDocument, type Structure } from './document.ts';
import { INK, TextBlock } from './operators.ts';
import {
  addFigures,
  bandOf,
  type CellValue,
  cellText,
  countText,
  type Head,
  makeHead,
  PAD_Y,
  placeColumns,
  type PlacedColumn,
  sizeIn,
  StatusBadges,
  type TableColumn,
  textX,
} from './table-cells.ts';
import type { Weight } from './typeface.ts';
import { round, type Setting } from './typesetting.ts';

interface TableOptions {
  /** Marks for screen readers: per cell, or per page if the table is too long to keep that many. */
  marks: 'cells' | 'pages';
  /** Start on the first page, from the top. */
  y: number;
  /** Start on the following pages. */
  top: number;
  size?: number;
  /** Minimum height of a row, in points of an A4 design, for handwriting. */
  rowHeight?: number | undefined;
}

/** A group of rows under a heading. */
interface Group {
  title: string;
  /** Sums of its rows so far, by column. */
  sums: number[];
  rows: number;
}

/** Content written at once: badges first, text over them. */
interface Content {
  badges: string[];
  text: TextBlock;
}

const SIZE = 7.5;
const MAX_LINES = 6;

/** Height of the head and the first row of a table. @param size of its texts, in points of an A4 design */
export function heightOfFirst(
  document: PdfDocument,
  columns: readonly TableColumn[],
  row: readonly CellValue[],
  size = SIZE,
): number {
  const points = size * document.unit;
  const placed = placeColumns(document, columns, points);
  const lines = placed.map(({ room, kind }, index) =>
    kind === 'text'
      ? document.typesetter.wrap(cellText(row[index] ?? null), (room / points) * 1000, MAX_LINES).length
      : 1,
  );
  return (
    makeHead(document, placed, 0).height + Math.max(...lines) * points * LINE + 2 * PAD_Y * document.unit
  );
}

export class Table {
  readonly #document: PdfDocument;
  readonly #columns: readonly PlacedColumn[];
  readonly #options: TableOptions;
  readonly #size: number;
  readonly #structure: Structure;
  readonly #sums: number[];
  #y: number;
  #rules: number[] = [];
  /** Content of the whole page, if cells are not marked one by one: faster. */
  #page: Content;
  /** By vertical position. */
  readonly #heads = new Map<number, Head>();
  readonly #badges: StatusBadges;
  #rows = 0;
  #headed = false;
  #group: Group | undefined;

  constructor(
    document: PdfDocument,
    parent: Structure,
    columns: readonly TableColumn[],
    options: TableOptions,
  ) {
    this.#document = document;
    this.#options = options;
    this.#size = (options.size ?? SIZE) * document.unit;
    this.#badges = new StatusBadges(this.#size);
    this.#y = options.y;
    this.#page = this.#newPage();
    this.#sums = columns.map(() => 0);
    this.#columns = placeColumns(document, columns, this.#size);
    this.#structure = document.open(parent, options.marks === 'cells' ? 'Table' : 'Sect');
    this.#drawHead();
  }

  get rows(): number {
    return this.#rows;
  }
  get y(): number {
    return this.#y;
  }

  /**
   * Starts a group of rows under a heading, with a subtotal at its end. Across a page break its sums are carried
   * forward: « À reporter » below, « Report » above.
   */
  group(title: string): void {
    this.#endGroup();
    this.#group = { title, sums: this.#columns.map(() => 0), rows: 0 };
  }

  row(values: readonly CellValue[]): void {
    let most = 1;
    const lines = this.#columns.map((column, index) => {
      const value = values[index] ?? null;
      const wrapped = this.#wrap(value, column);
      most = Math.max(most, wrapped.length);
      return wrapped;
    });
    const least = (this.#options.rowHeight ?? 0) * this.#document.unit;
    const height = Math.max(this.#height(most), least);
    const begins = this.#group?.rows === 0;
    // a heading is not left alone at the foot of a page, nor a row without space for sums carried forward
    this.#makeRoom(height + (this.#group ? this.#height(1) : 0) + (begins ? this.#height(1) : 0));
    if (begins) this.#drawGroupHead(this.#group?.title ?? '');
    this.#drawRow(lines, values, 'TD');
    this.#y += height;
    this.#rules.push(this.#y);
    this.#rows += 1;
    addFigures(this.#sums, values, this.#columns);
    if (!this.#group) return;
    addFigures(this.#group.sums, values, this.#columns);
    this.#group.rows += 1;
  }

  /**
   * Ends the table.
   * @param foot label for the sums of the rows, or lines of sums computed elsewhere
   * @param beside additional sums below, by column
   * @returns its end
   */
  end(
    foot: string | readonly (readonly CellValue[])[],
    beside: readonly { label: string; sums: readonly (number | null)[] }[] = [],
  ): number {
    this.#endGroup();
    // sums stay on one page
    this.#makeRoom(this.#height(1) * (beside.length + 1));
    if (typeof foot === 'string') this.#drawFoot(this.#sumsUnder(foot, this.#sums));
    else
      for (const line of foot)
        this.#drawFoot(this.#columns.map((column, index) => this.#wrap(line[index] ?? null, column, 'bold')));
    for (const { label, sums } of beside) this.#drawFoot(this.#sumsUnder(label, sums));
    this.#endPage();
    this.#structure.end();
    return this.#y;
  }

  #wrap(value: CellValue, column: PlacedColumn, weight?: Weight): Setting[] {
    const text = cellText(value);
    if (column.kind === 'figure') return [this.#document.typesetter.set(text, weight)];
    const badge = column.kind === 'status' ? this.#size * 1.7 : 0;
    const lines = column.kind === 'status' ? 1 : MAX_LINES;
    return this.#document.typesetter.wrap(text, ((column.room - badge) / this.#size) * 1000, lines, weight);
  }

  #height(lines: number): number {
    return lines * this.#size * LINE + 2 * PAD_Y * this.#document.unit;
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= this.#document.bottom) return;
    const group = this.#group && this.#group.rows > 0 ? this.#group : undefined;
    const hasSums = group && this.#columns.some(({ total }) => total);
    if (hasSums) this.#drawBand(this.#sumsUnder('À reporter', group.sums));
    this.#endPage();
    this.#document.addPage();
    this.#y = this.#options.top;
    this.#drawHead();
    if (!group) return;
    this.#drawGroupHead(`${group.title} (suite)`);
    if (hasSums) this.#drawBand(this.#sumsUnder('Report', group.sums));
  }

  /** Each row has reserved the space of this line. */
  #endGroup(): void {
    if (!this.#group || this.#group.rows === 0) return;
    const { title, sums, rows } = this.#group;
    this.#group = undefined;
    this.#drawBand(this.#sumsUnder(`Sous-total : ${countText(rows)}, ${title}`, sums));
  }

  #drawGroupHead(title: string): void {
    const { typesetter, contentWidth } = this.#document;
    const [first] = this.#columns as readonly [PlacedColumn];
    const room = ((contentWidth - 2 * (first.x - this.#document.left)) / this.#size) * 1000;
    this.#drawRow([typesetter.wrap(title, room, 1, 'bold')], [], 'TH');
    this.#y += this.#height(1);
    this.#rules.push(this.#y);
  }

  #drawHead(): void {
    const document = this.#document;
    // one on the first page, another on all following pages
    let head = this.#heads.get(this.#y);
    if (!head) this.#heads.set(this.#y, (head = makeHead(document, this.#columns, this.#y)));
    const { band, cells, height } = head;
    if (this.#headed || this.#options.marks === 'pages')
      document.artifact(() => document.content([band, ...cells].join('\n')));
    else {
      document.artifact(() => document.content(band));
      document.group(this.#structure, 'TR', (row) => {
        for (const cell of cells) document.part(row, 'TH', () => document.content(cell), { scope: 'Column' });
      });
    }
    this.#headed = true;
    this.#y += height;
  }

  #drawRow(lines: readonly Setting[][], values: readonly CellValue[], type: 'TD' | 'TH'): void {
    const document = this.#document;
    const baseline = document.height - this.#y - PAD_Y * document.unit - this.#size;
    if (this.#options.marks === 'pages') {
      for (const [index, cell] of lines.entries())
        this.#drawCell(this.#page, cell, values[index], this.#columns[index] as PlacedColumn, baseline);
      return;
    }
    document.group(this.#structure, 'TR', (row) => {
      for (const [index, cell] of lines.entries()) {
        const cellContent = this.#newPage();
        this.#drawCell(cellContent, cell, values[index], this.#columns[index] as PlacedColumn, baseline);
        document.part(row, type, () => this.#write(cellContent));
      }
    });
  }

  #write({ badges, text }: Content): void {
    if (badges.length > 0) this.#document.content(badges.join('\n'));
    this.#document.content(text.end());
  }

  #newPage(): Content {
    return { badges: [], text: new TextBlock(this.#size) };
  }

  #drawCell(
    { badges, text }: Content,
    lines: readonly Setting[],
    value: CellValue | undefined,
    column: PlacedColumn,
    baseline: number,
  ): void {
    if (column.kind === 'status' && typeof value === 'string') {
      const at = `${round(column.x)} ${round(baseline)}`;
      badges.push(`q 1 0 0 1 ${at} cm ${this.#badges.badge(value, lines[0] as Setting)} Q`);
      return;
    }
    let y = baseline;
    for (const line of lines) {
      const size = sizeIn(line, column, this.#size);
      if (line.width > 0) text.add(line, textX(line, column, size), y, INK.text, size);
      y -= this.#size * LINE;
    }
  }

  /** The label may extend to the first sum: columns before it have no total. */
  #sumsUnder(label: string, sums: readonly (number | null)[]): Setting[][] {
    const { typesetter } = this.#document;
    const [first] = this.#columns as readonly [PlacedColumn];
    const end = this.#columns.find(({ total }) => total)?.x ?? this.#document.width - this.#document.left;
    const room = ((end - first.x) / this.#size) * 1000;
    return this.#columns.map(({ total }, index) => {
      if (total) return [typesetter.set(cellText(sums[index] ?? null), 'bold')];
      return index === 0 ? typesetter.wrap(label, room, 1, 'bold') : [typesetter.set('', 'bold')];
    });
  }

  #drawFoot(lines: readonly Setting[][]): void {
    this.#makeRoom(this.#height(Math.max(...lines.map(({ length }) => length))));
    this.#drawBand(lines);
  }

  /** Sums on their background. */
  #drawBand(lines: readonly Setting[][]): void {
    const document = this.#document;
    const height = this.#height(Math.max(...lines.map(({ length }) => length)));
    document.artifact(() => document.content(bandOf(document, this.#y, height)));
    this.#drawRow(lines, [], 'TH');
    this.#y += height;
  }

  #endPage(): void {
    const document = this.#document;
    if (this.#options.marks === 'pages') document.part(this.#structure, 'P', () => this.#write(this.#page));
    this.#page = this.#newPage();
    document.artifact(() => document.rules(document.left, document.contentWidth, this.#rules));
    this.#rules = [];
  }
}
