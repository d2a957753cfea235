import { flagText } from '@octroi/contract/platform/listing/columns';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Densite } from '#src/platform/kept/affichage.ts';
import { type Column, isEssential, primaryOf, widthOf } from '../columns.ts';
import { textWidth } from './text-width.ts';

/** Font and padding of a cell, px. */
const CELL = { confortable: { font: 14, padding: 20 }, compacte: { font: 13, padding: 16 } } as const;
const HEAD = { font: 12, arrow: 18 };
/** Font, dot and round ends of a badge, px. */
const BADGE = { font: 12, ends: 32 };
/** Width limits of a name, which may take two lines. */
const NAME = { least: 132, most: 240, stacked: 192 };
/** Widest number; a wider one takes two lines. */
const MAX_NUMBER_WIDTH = 280;
/** Widths are multiples of this, so that the pages of a list look alike. */
const STEP = 8;

/** Extra padding of the first cell, px. */
const EDGE = 7;

/** Width limits of a text in a stacked table, where it takes two lines if it can, px. */
const STACKED = { least: 88, most: 208 } as const;
/** Widths of days and instants there; an instant takes two lines. */
const STACKED_DAY = 98;

const inSteps = (width: number): number => Math.ceil(width / STEP) * STEP;

const headWidth = <Row>({ header, sort }: Column<Row>, padding: number): number =>
  textWidth(header, HEAD.font, true) + padding + (sort ? HEAD.arrow : 0);

/** The text of a cell that must not be cut. */
function textOf<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'amount':
    case 'number': {
      const value = column.value(row);
      return value === null || value === undefined ? '–' : formatNumber(value);
    }
    case 'status': {
      const value = column.value(row);
      return typeof value === 'boolean' ? flagText(value) : value;
    }
    case 'text':
    case 'link':
      return column.value(row) ?? '';
    default:
      return '';
  }
}

/** Width of the row numbers, px. @param last the highest number */
export const numberWidth = (last: number, densite: Densite): number =>
  inSteps(Math.max(44, textWidth(formatNumber(last), CELL[densite].font) + CELL[densite].padding + EDGE));

/**
 * Minimum width of a column, px: essential columns are as wide as their content on this page, others as their kind's
 * default.
 * @param total the sum in the totals row
 */
export function neededWidth<Row>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  densite: Densite,
  total?: number,
): number {
  const { font, padding } = CELL[densite];
  const head = headWidth(column, padding);
  if (column.kind === 'node' || (column.kind !== 'number' && !isEssential(column, columns)))
    return Math.max(widthOf(column), head);
  const status = column.kind === 'status';
  const widest = (texts: readonly string[]): number =>
    texts.reduce((max, text) => Math.max(max, textWidth(text, status ? BADGE.font : font, status)), 0);
  const texts = rows.map((row) => textOf(column, row));
  if (total !== undefined) texts.push(formatNumber(total));
  const text = widest(texts) + padding + (status ? BADGE.ends : 0);
  if (column === primaryOf(columns)) return inSteps(Math.min(Math.max(text, head, NAME.least), NAME.most));
  return inSteps(Math.min(Math.max(text, head), MAX_NUMBER_WIDTH));
}

/** Width that a text needs on two lines, broken between the words where that is least. */
function widthOnTwoLines(text: string, size: number, bold = false): number {
  const words = text.split(/\s+/);
  const widthFrom = (from: number, to?: number): number =>
    textWidth(words.slice(from, to).join(' '), size, bold);
  return Math.min(...words.map((_, at) => Math.max(widthFrom(0, at + 1), widthFrom(at + 1))));
}

/**
 * Minimum width of a column in a stacked table, px: figures and statuts as elsewhere, texts on two lines.
 * @param total the sum in the totals row
 */
export function stackedWidth<Row>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  densite: Densite,
  total?: number,
): number {
  const { font, padding } = CELL[densite];
  const head = widthOnTwoLines(column.header, HEAD.font, true) + (column.sort ? HEAD.arrow : 0);
  if (column.kind === 'day' || column.kind === 'time' || column.kind === 'instant')
    return Math.max(STACKED_DAY, inSteps(head + padding));
  if (column === primaryOf(columns))
    return Math.min(neededWidth(column, columns, rows, densite, total), NAME.stacked);
  if (column.kind !== 'text' && column.kind !== 'link')
    return neededWidth(column, columns, rows, densite, total);
  const texts = rows.map((row) => widthOnTwoLines(textOf(column, row), font));
  return inSteps(Math.min(Math.max(...texts, head, STACKED.least - padding) + padding, STACKED.most));
}
