import { type CSSProperties, useRef } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useDensite } from '#src/platform/kept/affichage.ts';
import { useSession } from '#src/platform/session.ts';
import { Amount } from '../../figure/Amount.tsx';
import { TickBox } from '../../TickBox.tsx';
import type { RowAct } from '../acts/acts.ts';
import { type Column, isFigure, primaryOf } from '../columns.ts';
import { HeadCell } from './HeadCell.tsx';
import { ListRow } from './ListRow.tsx';
import type { ListTotals } from '../use-totals.ts';
import type { ListState } from '../list-state.ts';
import { useWidth } from './use-width.ts';
import { useVirtualRows } from './use-drawn-rows.ts';
import type { ListSelection } from '../acts/use-selection.ts';
import { usePrinting } from '../acts/use-printing.ts';
import { OWN, type PlacedTable, useTableLayout } from './use-table-layout.ts';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import classes from './ListTable.module.css';

export interface ListTableProps<Row extends { id: number }> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: ListState;
  /** Accessible name of the table. */
  caption: string;
  onHead: (column: string) => void;
  /** Heading of the row numbers. */
  numberHead?: string | undefined;
  selection?: ListSelection | undefined;
  rowActs?: ((row: Row) => RowAct[]) | undefined;
  /** The TOTAL row: its label, and sums by column id. */
  totals?: Omit<ListTotals, 'lines'> | undefined;
  /** The rows are of the previous query, while new ones load. */
  stale?: boolean;
}

/** Screens on which a table that does not fit is stacked: 1440 px. */
const NARROW = '(max-width: 90em)';

/**
 * The table of a list: native table elements, computed column widths, sticky heading and totals, and virtual rows
 * beyond a hundred.
 */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { columns, rows, state, caption, selection, rowActs, totals, stale = false } = props;
  const densite = useDensite();
  const { timeZone } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [ticks, acts] = [selection !== undefined, rowActs !== undefined];
  const firstNumber = (state.page - 1) * state.itemperpage + 1;
  const last = firstNumber + rows.length - 1;
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true;
  const printing = usePrinting();
  const layout = useTableLayout(
    { columns, rows, densite, sums: totals?.sums, last, ticks, acts },
    width,
    narrow && !printing,
  );
  const { virtual, indexes, before, after, measure } = useVirtualRows(rows.length, scroller, densite);
  const ownColumns = [...(selection ? [OWN.select] : []), OWN.number];
  const tick = useTick(rows, selection);
  const ids = [...ownColumns, ...columns.map(({ id }) => id), ...(rowActs ? [OWN.menu] : [])];

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-scroll-restoration-id="liste"
      data-stale={stale || undefined}
      data-densite={densite}
    >
      {width > 0 ? (
        <table
          className={classes.table}
          style={{ width: layout.total, '--o-tracks': layout.stacked } as CSSProperties}
          data-stacked={layout.stacked ? true : undefined}
          aria-label={caption}
          aria-rowcount={virtual ? rows.length + 1 : undefined}
          aria-busy={stale || undefined}
        >
          <colgroup>
            {ids.map((id) => (
              <col key={id} style={{ width: layout.widthOf(id) }} />
            ))}
          </colgroup>
          <Heads {...props} layout={layout} />
          <tbody>
            {before > 0 ? <Gap height={before} span={ids.length} /> : null}
            {indexes.map((index) => {
              const row = rows[index];
              return row ? (
                <ListRow
                  key={row.id}
                  columns={columns}
                  row={row}
                  number={firstNumber + index}
                  index={virtual ? index + 2 : undefined}
                  measure={virtual ? measure : undefined}
                  layout={layout}
                  timeZone={timeZone}
                  ticked={selection?.has(row.id)}
                  onTick={(isRange) => tick(row, index, isRange)}
                  rowActs={rowActs}
                />
              ) : null;
            })}
            {after > 0 ? <Gap height={after} span={ids.length} /> : null}
          </tbody>
          <Totals {...props} layout={layout} />
        </table>
      ) : null}
    </div>
  );
}

/** Ticks or unticks a row, and with Shift all rows since the last one ticked. */
function useTick<Row extends { id: number }>(rows: readonly Row[], selection: ListSelection | undefined) {
  const lastTicked = useRef<number>(undefined);
  return (row: Row, index: number, isRange: boolean): void => {
    const last = isRange ? rows.findIndex(({ id }) => id === lastTicked.current) : -1;
    const from = last < 0 ? index : last;
    const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1);
    const next = !selection?.has(row.id);
    selection?.setPage(
      range.map(({ id }) => id),
      () => next,
    );
    lastTicked.current = row.id;
  };
}

type Part<Row extends { id: number }> = ListTableProps<Row> & { layout: PlacedTable };

function Heads<Row extends { id: number }>(props: Part<Row>) {
  const { columns, rows, state, onHead, numberHead = '#', selection, rowActs, layout } = props;
  const { styleOf } = layout;
  const ids = rows.map(({ id }) => id);
  const ticked = selection ? ids.filter(selection.has).length : 0;
  const all = ids.length > 0 && ticked === ids.length;
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={classes.tick} style={styleOf(OWN.select)}>
            <TickBox
              aria-label="Sélectionner toutes les lignes de la page"
              checked={all}
              indeterminate={ticked > 0 && !all}
              onChange={() => selection.setPage(ids, () => !all)}
            />
          </th>
        ) : null}
        <th scope="col" className={classes.figure} style={styleOf(OWN.number)}>
          {numberHead}
        </th>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            state={state}
            style={styleOf(column.id)}
            line={layout.lineOf(column.id)}
            onSort={onHead}
          />
        ))}
        {rowActs ? (
          <th scope="col" style={styleOf(OWN.menu)}>
            <span className={classes.hidden}>Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function Totals<Row extends { id: number }>({ columns, selection, rowActs, totals, layout }: Part<Row>) {
  if (!totals) return null;
  const { styleOf } = layout;
  const primary = primaryOf(columns);
  return (
    <tfoot>
      <tr>
        {selection ? <td style={styleOf(OWN.select)} /> : null}
        <td style={styleOf(OWN.number)} />
        {columns.map((column) => (
          <td
            key={column.id}
            className={isFigure(column) ? classes.figure : undefined}
            style={styleOf(column.id)}
            data-line={layout.lineOf(column.id)}
          >
            {column === primary ? (
              <span className={classes.lines}>{totals.label}</span>
            ) : totals.sums[column.id] === undefined ? null : (
              <Amount value={totals.sums[column.id]} />
            )}
          </td>
        ))}
        {rowActs ? <td style={styleOf(OWN.menu)} /> : null}
      </tr>
      {totals.failure || totals.note ? (
        <tr>
          <td colSpan={columns.length + 1 + Number(Boolean(selection)) + Number(Boolean(rowActs))}>
            <span className={classes.note}>
              {totals.failure ? <FailureNote failure={totals.failure} /> : totals.note}
            </span>
          </td>
        </tr>
      ) : null}
    </tfoot>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden className={classes.gap}>
    <td colSpan={span} style={{ height }} />
  </tr>
);
