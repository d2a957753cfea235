import { type CSSProperties, useMemo } from 'react';
import type { Densite } from '#src/platform/kept/affichage.ts';
import { neededWidth, numberWidth, stackedWidth } from './column-width.ts';
import { type Column, decides, growOf, isEssential, primaryOf } from '../columns.ts';
import { scaledLength } from './use-width.ts';
import { type ColumnBox, LAST_EDGE, layOut, type PlacedColumn, type Stick } from './table-layout.ts';

/** The table's own columns: checkbox, row number, menu. */
export const OWN = { select: 'select', number: 'numero', menu: 'menu' } as const;

export interface PlacedTable {
  /** Total width, a CSS length. */
  total: string;
  widthOf: (column: string) => string | undefined;
  /** Style of the cells of a column: where they stand, and whether they are sticky. */
  styleOf: (column: string) => CSSProperties;
  /** Whether a cell is the upper or the lower of two that share a place; undefined: alone. */
  lineOf: (column: string) => 'upper' | 'lower' | undefined;
  /** `grid-template-columns` of the rows of a stacked table. */
  stacked: string | undefined;
}

const LINES = { upper: '1', lower: '2', alone: '1 / span 2' } as const;

const cellStyle = (placed: PlacedColumn | undefined): CSSProperties => ({
  ...stickyStyle(placed),
  ...(placed?.cell ? { gridColumn: placed.cell.column, gridRow: LINES[placed.cell.line ?? 'alone'] } : {}),
});

function stickyStyle(placed: PlacedColumn | undefined): CSSProperties {
  if (placed?.covered) {
    // a focused cell must scroll beside the sticky columns, not below them
    const { left, right } = placed.covered;
    return {
      '--covered-left': scaledLength(left),
      '--covered-right': scaledLength(right),
    } as CSSProperties;
  }
  if (!placed?.sticky) return {};
  const { left, right, first, last } = placed.sticky;
  const lines = [...(first ? ['-1px 0 0 var(--o-line)'] : []), ...(last ? ['1px 0 0 var(--o-line)'] : [])];
  return {
    position: 'sticky',
    left: scaledLength(left),
    right: scaledLength(right),
    ...(lines.length > 0 ? { boxShadow: lines.join(', ') } : {}),
  };
}

function stickOf<Row>(column: Column<Row>, columns: readonly Column<Row>[]): Stick | undefined {
  if (column === primaryOf(columns)) return 'primary';
  if (column.kind === 'amount') return 'amount';
  return isEssential(column, columns) ? 'decides' : undefined;
}

interface VisibleRows<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  densite: Densite;
  /** Sums in the totals row, by column. */
  sums: Readonly<Record<string, number>> | undefined;
  /** Number of the last row. */
  last: number;
  ticks: boolean;
  acts: boolean;
}

/**
 * Column widths, places and sticky positions of a table in the available width, px.
 * @param narrow whether it is stacked if it does not fit
 */
export function useTableLayout<Row>(
  { columns, rows, densite, sums, last, ticks, acts }: VisibleRows<Row>,
  width: number,
  narrow: boolean,
): PlacedTable {
  const ofNumbers = numberWidth(last, densite);
  // as text, so that equal widths give the same layout: a new layout renders every cell again
  const boxes = useMemo(() => {
    const boxOf = (column: Column<Row>): ColumnBox => {
      const stick = stickOf(column, columns);
      return {
        id: column.id,
        width:
          neededWidth(column, columns, rows, densite, sums?.[column.id]) +
          (!acts && column === columns.at(-1) ? LAST_EDGE : 0),
        grow: growOf(column),
        ...(stick ? { stick } : {}),
        stackedWidth: stackedWidth(column, columns, rows, densite, sums?.[column.id]),
        under: column.under,
        decides: decides(column, columns),
      };
    };
    const all: ColumnBox[] = [
      ...(ticks ? [{ id: OWN.select, width: 40, grow: 0, stick: 'start' as const }] : []),
      { id: OWN.number, width: ofNumbers, grow: 0 },
      ...columns.map(boxOf),
      ...(acts ? [{ id: OWN.menu, width: 48, grow: 0, stick: 'menu' as const }] : []),
    ];
    return JSON.stringify(all);
  }, [columns, rows, densite, sums, ofNumbers, ticks, acts]);
  return useMemo(() => {
    const { total, columns: placed, stacked } = layOut(JSON.parse(boxes) as ColumnBox[], width, narrow);
    return {
      total: scaledLength(total),
      widthOf: (id) => {
        const own = placed.get(id);
        return own && scaledLength(own.width);
      },
      styleOf: (id) => cellStyle(placed.get(id)),
      lineOf: (id) => placed.get(id)?.cell?.line,
      stacked: stacked?.map(scaledLength).join(' '),
    };
  }, [boxes, width, narrow]);
}
