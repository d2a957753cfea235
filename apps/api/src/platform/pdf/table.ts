/** Tables that go on from page to page: heads repeated, rows as high as their text, sums at the end. */
import { formatNumber } from '@octroi/contract/money';
import { toneOf } from '@octroi/contract/tones';
import { LINE, type PdfDocument, type Structure } from './document.ts';
import { BADGES, fillPill, fillRectangle, INK, paintText, TextBlock } from './operators.ts';
import type { Weight } from './typeface.ts';
import { round, type Setting } from './typesetting.ts';

/** A number is whole francs or a count; a text stands as it is. */
export type CellValue = string | number | null;

export interface TableColumn {
  header: string;
  /** Figures stand right; a status is a badge with its word. */
  kind: 'text' | 'figure' | 'status';
  /** Share of the table's width. */
  width: number;
  total?: boolean;
}

interface PlacedColumn extends TableColumn {
  /** Where its text may begin. */
  x: number;
  /** Width that its text may take. */
  room: number;
}

export interface TableOptions {
  /** Of each cell, or of each page where a table is too long to keep that many marks. */
  marks: 'cells' | 'pages';
  /** Where its first page begins, from the top. */
  y: number;
  /** Where it begins on the pages that follow. */
  top: number;
  size?: number;
}

/** What goes to a page at once: grounds beneath, text above. */
interface Drawn {
  badges: string[];
  text: TextBlock;
}

interface Head {
  band: string;
  cells: string[];
  height: number;
}

const SIZE = 7.5;
const HEAD_SIZE = 7;
const MAX_LINES = 6;
/** Above and below the text of a row, and at each side of a column. */
const PAD_Y = 3.2;
const PAD_X = 4;
/** Between figures, which stand right, and what follows them at the left of its own column. */
const GAP = 8;

const isRight = ({ kind }: TableColumn): boolean => kind === 'figure';

const cellText = (value: CellValue): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '');

export class Table {
  readonly #document: PdfDocument;
  readonly #columns: readonly PlacedColumn[];
  readonly #options: TableOptions;
  readonly #size: number;
  readonly #structure: Structure;
  readonly #sums: number[];
  #y: number;
  #rules: number[] = [];
  /** Where each cell is marked, its own; else the whole page's, since that is drawn quicker. */
  #page: Drawn;
  /** By where they stand. */
  readonly #heads = new Map<number, Head>();
  readonly #badges = new Map<string, string>();
  #rows = 0;
  #headed = false;

  constructor(
    document: PdfDocument,
    parent: Structure,
    columns: readonly TableColumn[],
    options: TableOptions,
  ) {
    this.#document = document;
    this.#options = options;
    this.#size = (options.size ?? SIZE) * document.unit;
    this.#y = options.y;
    this.#page = this.#newPage();
    this.#sums = columns.map(() => 0);
    const shares = columns.reduce((sum, { width }) => sum + width, 0);
    let end = document.left;
    this.#columns = columns.map((column, index) => {
      const before = columns[index - 1];
      const gap = before && isRight(before) && !isRight(column) ? GAP : 0;
      const x = end + (PAD_X + gap) * document.unit;
      end += (column.width / shares) * document.contentWidth;
      return { ...column, x, room: end - PAD_X * document.unit - x };
    });
    this.#structure = document.open(parent, options.marks === 'cells' ? 'Table' : 'Sect');
    this.#drawHead();
  }

  get rows(): number {
    return this.#rows;
  }
  get y(): number {
    return this.#y;
  }

  row(values: readonly CellValue[]): void {
    let most = 1;
    const lines = this.#columns.map((column, index) => {
      const value = values[index] ?? null;
      if (column.total && typeof value === 'number')
        this.#sums[index] = (this.#sums[index] as number) + value;
      const wrapped = this.#wrap(value, column);
      most = Math.max(most, wrapped.length);
      return wrapped;
    });
    const height = this.#height(most);
    this.#makeRoom(height);
    this.#drawRow(lines, values, 'TD');
    this.#y += height;
    this.#rules.push(this.#y);
    this.#rows += 1;
  }

  /**
   * Nothing follows.
   * @param foot the label of the sums of what was drawn, or lines of sums that were worked out elsewhere
   * @returns where the table ends
   */
  end(foot: string | readonly (readonly CellValue[])[]): number {
    if (typeof foot === 'string') this.#drawFoot(this.#sumsUnder(foot));
    else
      for (const line of foot)
        this.#drawFoot(this.#columns.map((column, index) => this.#wrap(line[index] ?? null, column, 'bold')));
    this.#endPage();
    this.#structure.end();
    return this.#y;
  }

  #wrap(value: CellValue, column: PlacedColumn, weight?: Weight): Setting[] {
    const text = cellText(value);
    const badge = column.kind === 'status' ? this.#size * 1.7 : 0;
    const lines = column.kind === 'status' ? 1 : MAX_LINES;
    return this.#document.typesetter.wrap(text, ((column.room - badge) / this.#size) * 1000, lines, weight);
  }

  #height(lines: number): number {
    return lines * this.#size * LINE + 2 * PAD_Y * this.#document.unit;
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= this.#document.bottom) return;
    this.#endPage();
    this.#document.addPage();
    this.#y = this.#options.top;
    this.#drawHead();
  }

  #drawHead(): void {
    const document = this.#document;
    // one on the first page, another on all that follow
    let head = this.#heads.get(this.#y);
    if (!head) this.#heads.set(this.#y, (head = this.#makeHead()));
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

  #makeHead(): Head {
    const document = this.#document;
    const size = HEAD_SIZE * document.unit;
    const wrapped = this.#columns.map(({ header, room }) =>
      document.typesetter.wrap(header, (room / size) * 1000, 2, 'bold'),
    );
    const height = Math.max(...wrapped.map(({ length }) => length)) * size * LINE + 2 * PAD_Y * document.unit;
    const baseline = document.height - this.#y - PAD_Y * document.unit - size;
    const cells = wrapped.map((lines, index) => {
      const column = this.#columns[index] as PlacedColumn;
      return lines
        .map((line, at) =>
          paintText(line, this.#textX(line, column, size), baseline - at * size * LINE, size, INK.muted),
        )
        .join('\n');
    });
    return { band: this.#band(height), cells, height };
  }

  /** The ground of heads and sums. */
  #band(height: number): string {
    const { left, contentWidth, height: page } = this.#document;
    return fillRectangle(left, page - this.#y - height, contentWidth, height, INK.band);
  }

  #textX(line: Setting, column: PlacedColumn, size: number): number {
    return isRight(column) ? column.x + column.room - (line.width * size) / 1000 : column.x;
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
        const one = this.#newPage();
        this.#drawCell(one, cell, values[index], this.#columns[index] as PlacedColumn, baseline);
        document.part(row, type, () => this.#write(one));
      }
    });
  }

  #write({ badges, text }: Drawn): void {
    if (badges.length > 0) this.#document.content(badges.join('\n'));
    this.#document.content(text.end());
  }

  #newPage(): Drawn {
    return { badges: [], text: new TextBlock(this.#size) };
  }

  #drawCell(
    { badges, text }: Drawn,
    lines: readonly Setting[],
    value: CellValue | undefined,
    column: PlacedColumn,
    baseline: number,
  ): void {
    if (column.kind === 'status' && typeof value === 'string') {
      const at = `${round(column.x)} ${round(baseline)}`;
      badges.push(`q 1 0 0 1 ${at} cm ${this.#badge(value, lines[0] as Setting)} Q`);
      return;
    }
    let y = baseline;
    for (const line of lines) {
      if (line.width > 0) text.add(line, this.#textX(line, column, this.#size), y, INK.text);
      y -= this.#size * LINE;
    }
  }

  /** A state's badge, from the beginning of its base line. */
  #badge(state: string, word: Setting): string {
    let badge = this.#badges.get(state);
    if (badge === undefined) {
      const { ground, text, dot } = BADGES[toneOf(state)];
      const size = this.#size;
      const [height, middle, bullet] = [size * 1.45, size * 0.36, size * 0.42];
      badge = [
        fillPill(0, middle - height / 2, (word.width * size) / 1000 + size * 1.7, height, ground),
        fillPill(size * 0.5, middle - bullet / 2, bullet, bullet, dot),
        paintText(word, size * 1.15, 0, size, text),
      ].join('\n');
      this.#badges.set(state, badge);
    }
    return badge;
  }

  /** The label takes the room that it needs: the columns beside it have no sums. */
  #sumsUnder(label: string): Setting[][] {
    const { typesetter } = this.#document;
    return this.#columns.map(({ total }, index) => [
      typesetter.set(total ? cellText(this.#sums[index] as number) : index === 0 ? label : '', 'bold'),
    ]);
  }

  #drawFoot(lines: readonly Setting[][]): void {
    const document = this.#document;
    const height = this.#height(Math.max(...lines.map(({ length }) => length)));
    this.#makeRoom(height);
    document.artifact(() => document.content(this.#band(height)));
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
