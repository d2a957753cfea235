import { type CSSProperties, useMemo } from 'react';
import { type Column, growOf, primaryOf, widthOf } from './columns.ts';
import { type ColumnBox, layOut, type PlacedColumn } from './table-layout.ts';

/** Columns of the table's own: what is ticked, the number of a row, its menu. */
export const OWN = { select: 'select', number: 'numero', menu: 'menu' } as const;

export interface PlacedTable {
  /** Width of the whole, px. */
  total: number;
  widthOf: (column: string) => number | undefined;
  /** What keeps the cells of a column in sight. */
  styleOf: (column: string) => CSSProperties;
}

function stickyStyle(placed: PlacedColumn | undefined): CSSProperties {
  if (!placed?.sticky) return {};
  const { edge, offset, outer } = placed.sticky;
  const line = edge === 'left' ? 'inset -1px 0 0 var(--o-line)' : 'inset 1px 0 0 var(--o-line)';
  return { position: 'sticky', [edge]: offset, ...(outer ? { boxShadow: line } : {}) };
}

function boxOf<Row>(column: Column<Row>, primary: Column<Row> | undefined): ColumnBox {
  const box = { id: column.id, width: widthOf(column), grow: growOf(column) };
  if (column === primary) return { ...box, stick: 'primary' };
  return column.kind === 'amount' ? { ...box, stick: 'amount' } : box;
}

/** Widths and sticky places of a table's columns in the room that it has, px. */
export function useTableLayout<Row>(
  columns: readonly Column<Row>[],
  width: number,
  { ticks, acts }: { ticks: boolean; acts: boolean },
): PlacedTable {
  return useMemo(() => {
    const primary = primaryOf(columns);
    const boxes: ColumnBox[] = [
      ...(ticks ? [{ id: OWN.select, width: 44, grow: 0, stick: 'start' as const }] : []),
      { id: OWN.number, width: 56, grow: 0, stick: 'start' },
      ...columns.map((column) => boxOf(column, primary)),
      ...(acts ? [{ id: OWN.menu, width: 52, grow: 0, stick: 'menu' as const }] : []),
    ];
    const { total, columns: placed } = layOut(boxes, width);
    return {
      total,
      widthOf: (id) => placed.get(id)?.width,
      styleOf: (id) => stickyStyle(placed.get(id)),
    };
  }, [columns, width, ticks, acts]);
}
