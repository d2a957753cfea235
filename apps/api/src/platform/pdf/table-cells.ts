/** The cells of a table: what they hold, where they stand, how they are told. */
import { formatNumber } from '@octroi/contract/platform/values/money';
import { toneOf } from '@octroi/contract/platform/chart/tones';
import { LINE, type PdfDocument } from './document.ts';
import { BADGES, fillPill, fillRectangle, INK, paintText } from './operators.ts';
import type { Setting } from './typesetting.ts';

/** A number is whole francs or a count; a text stands as it is. */
export type CellValue = string | number | null;

export interface TableColumn {
  header: string;
  /** Figures stand right; a status is a badge with its word. */
  kind: 'text' | 'figure' | 'status';
  /** Share of the table's width. */
  width: number;
  /** The widest text of the column that must stay on one line: the column is at least as wide, within `MOST_WHOLE`. */
  whole?: string | undefined;
  total?: boolean;
}

export interface PlacedColumn extends TableColumn {
  /** Where its text may begin. */
  x: number;
  /** Width that its text may take. */
  room: number;
}

const HEAD_SIZE = 7;
/** Above and below the text of a row. */
export const PAD_Y = 3.2;
/** At each side of a column. */
const PAD_X = 4;
/** Rounding error of added widths, in points: without it a text might not fit the width kept for it. */
const HAIR = 0.01;
/** Between a column of figures, aligned right, and a next column that is aligned left. */
const GAP = 8;

/** `1 ligne`, `1 234 lignes`. */
export const countText = (rows: number): string => (rows === 1 ? '1 ligne' : `${formatNumber(rows)} lignes`);

const isRight = ({ kind }: TableColumn): boolean => kind === 'figure';

export const cellText = (value: CellValue): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '');

/** Columns over the whole width of a page, by their shares. @param size of their texts, in points */
export function placeColumns(
  document: PdfDocument,
  columns: readonly TableColumn[],
  size: number,
): PlacedColumn[] {
  const gaps = columns.map((column, index) => {
    const before = columns[index - 1];
    return (before && isRight(before) && !isRight(column) ? GAP : 0) * document.unit;
  });
  const pad = PAD_X * document.unit;
  const least = columns.map((column, index) => {
    const { whole } = column;
    if (!whole) return 0;
    // sums are bold
    const { width } = document.typesetter.set(whole, isRight(column) ? 'bold' : 'regular');
    return (width * size) / 1000 + HAIR + (gaps[index] as number) + 2 * pad;
  });
  let end = document.left;
  return divide(columns, within(least, document.contentWidth * MOST_WHOLE), document.contentWidth).map(
    (width, index) => {
      const x = end + pad + (gaps[index] as number);
      end += width;
      return { ...(columns[index] as TableColumn), x, room: end - pad - x };
    },
  );
}

/** The most that columns with a `whole` text take together, as a share of the page. */
const MOST_WHOLE = 0.75;

function within(least: readonly number[], most: number): number[] {
  const all = least.reduce((sum, width) => sum + width, 0);
  return all <= most ? [...least] : least.map((width) => (width * most) / all);
}

/** Sets `whole` of each column of figures to the widest of its texts. */
export function fitted(
  document: PdfDocument,
  columns: readonly TableColumn[],
  rows: readonly (readonly CellValue[])[],
): TableColumn[] {
  return columns.map((column, index) => {
    if (!isRight(column)) return column;
    let whole: string | undefined;
    let widest = 0;
    for (const row of rows) {
      const text = cellText(row[index] ?? null);
      const { width } = document.typesetter.set(text, 'bold');
      if (width > widest) [whole, widest] = [text, width];
    }
    return { ...column, whole };
  });
}

/** Widths in proportion to the shares, none below its least; the extra width of one column is taken from the others. */
function divide(columns: readonly TableColumn[], least: readonly number[], whole: number): number[] {
  const raised = new Set<number>();
  for (;;) {
    let room = whole;
    let shares = 0;
    for (const [index, { width }] of columns.entries())
      if (raised.has(index)) room -= least[index] as number;
      else shares += width;
    const widths = columns.map(({ width }, index) =>
      raised.has(index) ? (least[index] as number) : (width / shares) * room,
    );
    const short = widths.findIndex((width, index) => width < (least[index] as number));
    if (short < 0) return widths;
    raised.add(short);
  }
}

/** The type size of a line in its cell: a figure is set smaller where it has no room, and never cut. */
export const sizeIn = (line: Setting, column: PlacedColumn, size: number): number =>
  isRight(column) ? Math.min(size, (column.room * 1000) / Math.max(line.width, 1)) : size;

export function textX(line: Setting, column: PlacedColumn, size: number): number {
  return isRight(column) ? column.x + column.room - (line.width * size) / 1000 : column.x;
}

/** The ground of heads and sums. @param y from the page's top */
export const bandOf = (
  { left, contentWidth, height: page }: PdfDocument,
  y: number,
  height: number,
): string => fillRectangle(left, page - y - height, contentWidth, height, INK.band);

/** Adds the figures of a row to the sums of the columns that have one. */
export function addFigures(
  sums: number[],
  values: readonly CellValue[],
  columns: readonly TableColumn[],
): void {
  for (const [index, { total }] of columns.entries()) {
    const value = values[index];
    if (total && typeof value === 'number') sums[index] = (sums[index] as number) + value;
  }
}

/** The heads of a table, as they stand on any page at that distance from its top. */
export interface Head {
  band: string;
  cells: string[];
  height: number;
}

export function makeHead(document: PdfDocument, columns: readonly PlacedColumn[], y: number): Head {
  const size = HEAD_SIZE * document.unit;
  const wrapped = columns.map(({ header, room }) =>
    document.typesetter.wrap(header, (room / size) * 1000, 2, 'bold'),
  );
  const height = Math.max(...wrapped.map(({ length }) => length)) * size * LINE + 2 * PAD_Y * document.unit;
  const baseline = document.height - y - PAD_Y * document.unit - size;
  const cells = wrapped.map((lines, index) => {
    const column = columns[index] as PlacedColumn;
    return lines
      .map((line, at) =>
        paintText(line, textX(line, column, size), baseline - at * size * LINE, size, INK.muted),
      )
      .join('\n');
  });
  return { band: bandOf(document, y, height), cells, height };
}

/** Badges of states, each worked out once. */
export class StatusBadges {
  readonly #size: number;
  readonly #drawn = new Map<string, string>();

  constructor(size: number) {
    this.#size = size;
  }

  /** A state's badge, from the beginning of its base line. */
  of(state: string, word: Setting): string {
    let badge = this.#drawn.get(state);
    if (badge === undefined) {
      const { ground, text, dot } = BADGES[toneOf(state)];
      const size = this.#size;
      const [height, middle, bullet] = [size * 1.45, size * 0.36, size * 0.42];
      badge = [
        fillPill(0, middle - height / 2, (word.width * size) / 1000 + size * 1.7, height, ground),
        fillPill(size * 0.5, middle - bullet / 2, bullet, bullet, dot),
        paintText(word, size * 1.15, 0, size, text),
      ].join('\n');
      this.#drawn.set(state, badge);
    }
    return badge;
  }
}
