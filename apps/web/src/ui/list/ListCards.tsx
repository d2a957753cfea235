import { Amount } from '../figure/Amount.tsx';
import { TickBox } from '../TickBox.tsx';
import type { RowAct } from './acts/acts.ts';
import { Cell } from './table/Cell.tsx';
import { type Column, nameOf, primaryOf } from './columns.ts';
import { RowMenu } from './acts/RowMenu.tsx';
import type { ListTableProps } from './table/ListTable.tsx';
import type { ListSelection } from './acts/use-selection.ts';
import classes from './ListCards.module.css';

interface ListCardsProps<Row extends { id: number }> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  caption: string;
  selection?: ListSelection | undefined;
  rowActs?: ((row: Row) => RowAct[]) | undefined;
  totals?: ListTableProps<Row>['totals'];
  stale?: boolean;
}

/** The list on a phone: one card per row, titled by name and state. */
export function ListCards<Row extends { id: number }>(props: ListCardsProps<Row>) {
  const { columns, rows, caption, selection, rowActs, totals, stale = false } = props;
  const primary = primaryOf(columns);
  const status = columns.find(({ kind }) => kind === 'status');
  const others = columns.filter((column) => column !== primary && column !== status);
  return (
    <ul className={classes.cards} aria-label={caption} data-stale={stale || undefined}>
      {rows.map((row) => {
        const name = nameOf(columns, row);
        return (
          <li key={row.id} className={classes.card}>
            <div className={classes.head}>
              {selection ? (
                <TickBox
                  large
                  aria-label={`Sélectionner ${name}`}
                  checked={selection.has(row.id)}
                  onChange={(event) => {
                    const { checked } = event.currentTarget;
                    selection.setPage([row.id], () => checked);
                  }}
                />
              ) : null}
              <span className={classes.title}>
                <span className={classes.name}>{primary ? <Cell column={primary} row={row} /> : name}</span>
                {status ? <Cell column={status} row={row} /> : null}
              </span>
              {rowActs ? <RowMenu name={name} acts={rowActs(row)} /> : null}
            </div>
            <dl className={classes.facts}>
              {others
                .filter(
                  (column) => column.kind === 'node' || column.kind === 'status' || column.value(row) != null,
                )
                .map((column) => (
                  <div
                    key={column.id}
                    data-wide={column.kind === 'text' || column.kind === 'node' || undefined}
                  >
                    <dt>{column.header}</dt>
                    <dd>
                      <Cell column={column} row={row} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        );
      })}
      {totals ? (
        <li className={classes.card}>
          <div className={classes.head}>
            <b className={classes.name}>{totals.label}</b>
          </div>
          <dl className={classes.facts}>
            {columns
              .filter(({ id }) => totals.sums[id] !== undefined)
              .map(({ id, header }) => (
                <div key={id}>
                  <dt>{header}</dt>
                  <dd>
                    <Amount value={totals.sums[id]} />
                  </dd>
                </div>
              ))}
          </dl>
          {totals.note ? <p>{totals.note}</p> : null}
        </li>
      ) : null}
    </ul>
  );
}
