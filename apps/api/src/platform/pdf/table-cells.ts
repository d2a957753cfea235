/** The cells of a table: values, positions, texts. */
import { formatNumber, formatQuantite } from '@octroi/contract/platform/values/money';
import { toneOf } from '@octroi/contract/platform/chart/tones';
import { LINE, type PdfDocument } from './document.ts';
import { BADGES, fillPill, fillRectangle, INK, paintText } from './operators.ts';
import type { Setting } from './typesetting.ts';

/** A number is an amount in francs or a count. */
export type CellValue = string | number | null;

export interface TableColumn {
  header: string;
  /** Figures are aligned right; a status is a badge with its label. */
  kind: 'text' | 'figure' | 'status';
  /** Share of the table's width. */
  width: number;
  /** A text that must stay on one line: the column is at least as wide, within `MAX_UNBREAKABLE`. */
  unbreakable?: string | undefined;
  total?: boolean;
}

export interface PlacedColumn extends TableColumn {
  /** Left of its text. */
  x: number;
  /** Width of its text. */
  room: number;
}

const HEAD_SIZE = 7;
/** Above and below the text of a row. */
export const PAD_Y = 3.2;
/** On each side of a column. */
const PAD_X = 4;
/** Rounding error of added widths, in points: without it a text might not fit the width reserved for it. */
const ROUNDING = 0.01;
/** Between a column of figures, aligned right, and a following column aligned left. */
const GAP = 8;

/** `1 ligne`, `1 234 lignes`. */
export const countText = (rows: number): string => (rows === 1 ? '1 ligne' : `${formatNumber(rows)} lignes`);

const isRight = ({ kind }: TableColumn): boolean => kind === 'figure';

export const cellText = (value: CellValue): string =>
  typeof value === 'number' ? formatQuantite(value) : (value ?? '');

/** Distributes the page's width over the columns. @param size of their texts, in points */
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
  const minimums = columns.map((column, index) => {
    const { unbreakable } = column;
    if (!unbreakable) return 0;
    // sums are bold
    const { width } = document.typesetter.set(unbreakable, isRight(column) ? 'bold' : 'regular');
    return (width * size) / 1000 + ROUNDING + (gaps[index] as number) + 2 * pad;
  });
  let end = document.left;
  return divide(
    columns,
    shrinkTo(minimums, document.contentWidth * MAX_UNBREAKABLE),
    document.contentWidth,
  ).map((width, index) => {
    const x = end + pad + (gaps[index] as number);
    end += width;
    return { ...(columns[index] as TableColumn), x, room: end - pad - x };
  });
}

/** Maximum share of the page for columns with an unbreakable text. */
const MAX_UNBREAKABLE = 0.75;

function shrinkTo(minimums: readonly number[], limit: number): number[] {
  const all = minimums.reduce((sum, width) => sum + width, 0);
  return all <= limit ? [...minimums] : minimums.map((width) => (width * limit) / all);
}

/** Sets `unbreakable` of each column of figures to its widest text. */
export function withUnbreakableFigures(
  document: PdfDocument,
  columns: readonly TableColumn[],
  rows: readonly (readonly CellValue[])[],
): TableColumn[] {
  return columns.map((column, index) => {
    if (!isRight(column)) return column;
    let unbreakable: string | undefined;
    let widest = 0;
    for (const row of rows) {
      const text = cellText(row[index] ?? null);
      const { width } = document.typesetter.set(text, 'bold');
      if (width > widest) [unbreakable, widest] = [text, width];
    }
    return { ...column, unbreakable };
  });
}

/** Widths by share, none below its minimum; the extra width of one column is taken from the others in proportion. */
function divide(columns: readonly TableColumn[], minimums: readonly number[], total: number): number[] {
  const raised = new Set<number>();
  for (;;) {
    let room = total;
    let shares = 0;
    for (const [index, { width }] of columns.entries())
      if (raised.has(index)) room -= minimums[index] as number;
      else shares += width;
    const widths = columns.map(({ width }, index) =>
      raised.has(index) ? (minimums[index] as number) : (width / shares) * room,
    );
    const short = widths.findIndex((width, index) => width < (minimums[index] as number));
    if (short < 0) return widths;
    raised.add(short);
  }
}

/** Type size of a line in its cell: a figure that does not fit is set smaller, never cut. */
export const sizeIn = (line: Setting, column: PlacedColumn, size: number): number =>
  isRight(column) ? Math.min(size, (column.room * 1000) / Math.max(line.width, 1)) : size;

export function textX(line: Setting, column: PlacedColumn, size: number): number {
  return isRight(column) ? column.x + column.room - (line.width * size) / 1000 : column.x;
}

/** Background of heads and sums. @param y from the top of the page */
export const bandOf = (
  { left, contentWidth, height: page }: PdfDocument,
  y: number,
  height: number,
): string => fillRectangle(left, page - y - height, contentWidth, height, INK.band);

/** Adds the figures of a row to the sums of the columns with a total. */
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

/** The head of a table, for all pages where it has the same position. */
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

/** Badges of states, each drawn once and reused. */
export class StatusBadges {
  readonly #size: number;
  readonly #drawn = new Map<string, string>();

  constructor(size: number) {
    this.#size = size;
  }

  /** A state's badge, relative to the start of its base line. */
  badge(state: string, word: Setting): string {
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
