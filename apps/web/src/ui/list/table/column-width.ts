import { flagText } from '@octroi/contract/platform/listing/columns';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Densite } from '#src/platform/affichage.ts';
import { type Column, isEssential, primaryOf, widthOf } from '../columns.ts';
import { textWidth } from './text-width.ts';

/** What a cell has beside its text, px. */
const CELL = { confortable: { font: 14, padding: 20 }, compacte: { font: 13, padding: 16 } } as const;
const HEAD = { font: 12, arrow: 18 };
/** The dot and the round ends of a badge, px. */
const BADGE = { font: 12, ends: 32 };
/** A name takes two lines before it takes more. */
const NAME = { least: 132, most: 240 };
/** No number is wider: what is takes two lines. */
const MAX_NUMBER_WIDTH = 280;
/** Widths go by steps, so that pages of one list look alike. */
const STEP = 8;

/** The first cell of a row stands off from the edge, and the last a little, px. */
const EDGE = 7;
export const LAST_EDGE = 5;

const inSteps = (width: number): number => Math.ceil(width / STEP) * STEP;

const headWidth = <Row>({ header, sort }: Column<Row>, padding: number): number =>
  textWidth(header, HEAD.font, true) + padding + (sort ? HEAD.arrow : 0);

/** The text of a cell of which nothing may be cut. */
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

/** Width of the numbers of the rows, px. @param last the highest */
export const numberWidth = (last: number, densite: Densite): number =>
  inSteps(Math.max(44, textWidth(formatNumber(last), CELL[densite].font) + CELL[densite].padding + EDGE));

/**
 * Least width of a column, px: what identifies a row and what decides about it has the room that these rows need, the
 * others the room that their kind is given.
 * @param total the sum at its foot
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
