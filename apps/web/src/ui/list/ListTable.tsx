import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { Checkbox } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  columnSizingFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { formatNumber } from '@octroi/contract/money';
import type { RowAct } from './acts.ts';
import { Cell } from './Cell.tsx';
import { type Column, growOf, isFigure, primaryOf, widthOf } from './columns.ts';
import { HeadCell } from './HeadCell.tsx';
import type { ListState } from './list-state.ts';
import { RowMenu } from './RowMenu.tsx';
import { type ColumnBox, layOut, type PlacedColumn } from './table-layout.ts';
import type { ListSelection } from './use-selection.ts';
import classes from './ListTable.module.css';

const ROW_HEIGHT = 40;
/** From so many rows on, only those in sight are drawn. */
const VIRTUAL_FROM = 100;
const SELECT = 'select';
const NUMBER = 'numero';
const MENU = 'menu';

const features = tableFeatures({ columnSizingFeature, rowSelectionFeature });

export interface ListTableProps<Row extends { id: number }> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: ListState;
  /** What a screen reader calls the table. */
  caption: string;
  onHead: (column: string) => void;
  selection?: ListSelection | undefined;
  rowActs?: ((row: Row) => RowAct[]) | undefined;
  /** The TOTAL row: its label and a content by column id. */
  totals?: { label: string; values: Readonly<Record<string, ReactNode>> } | undefined;
  /** Former rows, while others come. */
  stale?: boolean;
}

function place(placed: PlacedColumn | undefined): CSSProperties {
  if (!placed?.sticky) return {};
  const { edge, offset, outer } = placed.sticky;
  const line = edge === 'left' ? 'inset -1px 0 0 var(--o-line)' : 'inset 1px 0 0 var(--o-line)';
  return { position: 'sticky', [edge]: offset, ...(outer ? { boxShadow: line } : {}) };
}

/** The name of a row for those who listen. */
function nameOf<Row extends { id: number }>(column: Column<Row> | undefined, row: Row): string {
  return column && 'value' in column ? String(column.value(row) ?? row.id) : `ligne ${row.id}`;
}

/**
 * The table of a list: real table elements, fixed widths worked out here, head and total that stay in sight, and
 * rows beyond a hundred drawn as they come into view.
 */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows, state, caption, onHead, selection, rowActs, totals, stale = false } = props;
  const { ref: sizeRef, width } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const primary = primaryOf(columns);
  const ticks = selection !== undefined;
  const acts = rowActs !== undefined;

  const layout = useMemo(() => {
    const boxes: ColumnBox[] = columns.map((column) => ({
      id: column.id,
      width: widthOf(column),
      grow: growOf(column),
      ...(column === primary
        ? { stick: 'primary' as const }
        : column.kind === 'amount'
          ? { stick: 'amount' as const }
          : {}),
    }));
    boxes.unshift({ id: NUMBER, width: 56, grow: 0, stick: 'start' });
    if (ticks) boxes.unshift({ id: SELECT, width: 44, grow: 0, stick: 'start' });
    if (acts) boxes.push({ id: MENU, width: 52, grow: 0, stick: 'menu' });
    return layOut(boxes, width);
  }, [columns, primary, width, ticks, acts]);

  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        size: layout.columns.get(column.id)?.width ?? widthOf(column),
        cell: ({ row }) => <Cell column={column} row={row.original} />,
      })),
    [columns, layout],
  );
  const ids = rows.map(({ id }) => id);
  const ticked: Record<string, true> = {};
  for (const id of ids) if (selection?.has(id)) ticked[id] = true;
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: ({ id }) => String(id),
    state: { rowSelection: ticked },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(ticked) : change;
      selection?.setPage(ids, (id) => next[id] === true);
    },
  });
  const drawn = table.getRowModel().rows;
  const virtual = drawn.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: drawn.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual
    ? virtualizer.getVirtualItems()
    : drawn.map((_, index) => ({ index, start: index * ROW_HEIGHT, end: (index + 1) * ROW_HEIGHT }));
  const before = virtual ? (items[0]?.start ?? 0) : 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const span = columns.length + 1 + (ticks ? 1 : 0) + (acts ? 1 : 0);
  const firstNumber = (state.page - 1) * state.itemperpage + 1;
  const style = (id: string): CSSProperties => place(layout.columns.get(id));

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-scroll-restoration-id="liste"
      data-stale={stale || undefined}
    >
      <div ref={sizeRef} className={classes.measure} />
      <table
        className={classes.table}
        style={{ width: layout.total }}
        aria-label={caption}
        aria-rowcount={virtual ? drawn.length + 1 : undefined}
        aria-busy={stale || undefined}
      >
        <colgroup>
          {selection ? <col style={{ width: layout.columns.get(SELECT)?.width }} /> : null}
          <col style={{ width: layout.columns.get(NUMBER)?.width }} />
          {columns.map(({ id }) => (
            <col key={id} style={{ width: layout.columns.get(id)?.width }} />
          ))}
          {rowActs ? <col style={{ width: layout.columns.get(MENU)?.width }} /> : null}
        </colgroup>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={classes.tick} style={style(SELECT)}>
                <Checkbox
                  size="xs"
                  aria-label="Sélectionner toutes les lignes de la page"
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={!table.getIsAllRowsSelected() && table.getIsSomeRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            ) : null}
            <th scope="col" className={classes.figure} style={style(NUMBER)}>
              #
            </th>
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                state={state}
                style={style(column.id)}
                onSort={onHead}
              />
            ))}
            {rowActs ? (
              <th scope="col" style={style(MENU)}>
                <span className={classes.hidden}>Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <Gap height={before} span={span} /> : null}
          {items.map(({ index }) => {
            const row = drawn[index];
            if (!row) return null;
            const name = nameOf(primary, row.original);
            return (
              <tr
                key={row.id}
                aria-rowindex={virtual ? index + 2 : undefined}
                data-ticked={row.getIsSelected() || undefined}
              >
                {selection ? (
                  <td className={classes.tick} style={style(SELECT)}>
                    <Checkbox
                      size="xs"
                      aria-label={`Sélectionner ${name}`}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                ) : null}
                <td className={classes.number} style={style(NUMBER)}>
                  {formatNumber(firstNumber + index)}
                </td>
                {row.getAllCells().map((cell, at) => {
                  const column = columns[at];
                  if (!column) return null;
                  return (
                    <td
                      key={cell.id}
                      className={isFigure(column) ? classes.figure : undefined}
                      style={style(column.id)}
                      title={column.kind === 'text' ? (column.value(row.original) ?? undefined) : undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  );
                })}
                {rowActs ? (
                  <td className={classes.menu} style={style(MENU)}>
                    <RowMenu name={name} acts={rowActs(row.original)} />
                  </td>
                ) : null}
              </tr>
            );
          })}
          {after > 0 ? <Gap height={after} span={span} /> : null}
        </tbody>
        {totals ? (
          <tfoot>
            <tr>
              {selection ? <td style={style(SELECT)} /> : null}
              <td style={style(NUMBER)} />
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={isFigure(column) ? classes.figure : undefined}
                  style={style(column.id)}
                >
                  {column === primary ? totals.label : totals.values[column.id]}
                </td>
              ))}
              {rowActs ? <td style={style(MENU)} /> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden className={classes.gap}>
    <td colSpan={span} style={{ height }} />
  </tr>
);
