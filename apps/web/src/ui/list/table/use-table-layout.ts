import { type CSSProperties, useMemo } from 'react';
import type { Densite } from '#src/platform/affichage.ts';
import { LAST_EDGE, neededWidth, numberWidth } from './column-width.ts';
import { type Column, growOf, isEssential, primaryOf } from '../columns.ts';
import { type ColumnBox, layOut, type PlacedColumn, type Stick } from './table-layout.ts';

/** The table's own columns: checkbox, row number, menu. */
export const OWN = { select: 'select', number: 'numero', menu: 'menu' } as const;

export interface PlacedTable {
  /** Total width, px. */
  total: number;
  widthOf: (column: string) => number | undefined;
  /** Style that makes the cells of a column sticky. */
  styleOf: (column: string) => CSSProperties;
}

function stickyStyle(placed: PlacedColumn | undefined): CSSProperties {
  if (placed?.covered) {
    // a focused cell must scroll beside the sticky columns, not below them
    const { left, right } = placed.covered;
    return { '--covered-left': `${left}px`, '--covered-right': `${right}px` } as CSSProperties;
  }
  if (!placed?.sticky) return {};
  const { left, right, first, last } = placed.sticky;
  const lines = [...(first ? ['-1px 0 0 var(--o-line)'] : []), ...(last ? ['1px 0 0 var(--o-line)'] : [])];
  return { position: 'sticky', left, right, ...(lines.length > 0 ? { boxShadow: lines.join(', ') } : {}) };
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

/** Column widths and sticky positions of a table in the available width, px. */
export function useTableLayout<Row>(
  { columns, rows, densite, sums, last, ticks, acts }: VisibleRows<Row>,
  width: number,
): PlacedTable {
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
      };
    };
    return [
      ...(ticks ? [{ id: OWN.select, width: 40, grow: 0, stick: 'start' as const }] : []),
      { id: OWN.number, width: numberWidth(last, densite), grow: 0 },
      ...columns.map(boxOf),
      ...(acts ? [{ id: OWN.menu, width: 48, grow: 0, stick: 'menu' as const }] : []),
    ];
  }, [columns, rows, densite, sums, last, ticks, acts]);
  return useMemo(() => {
    const { total, columns: placed } = layOut(boxes, width);
    return {
      total,
      widthOf: (id) => placed.get(id)?.width,
      styleOf: (id) => stickyStyle(placed.get(id)),
    };
  }, [boxes, width]);
}
