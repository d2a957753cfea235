import type { ReactNode } from 'react';
import { useSession } from '#src/platform/session.ts';
import { Amount } from '../figure/Amount.tsx';
import { TickBox } from '../TickBox.tsx';
import type { RowAct } from './acts/acts.ts';
import { Cell } from './table/Cell.tsx';
import { type Column, nameOf, primaryOf } from './columns.ts';
import { RowMenu } from './acts/RowMenu.tsx';
import type { ListTableProps } from './table/ListTable.tsx';
import type { ListSelection } from './acts/use-selection.ts';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
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
  const { timeZone } = useSession();
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
                <span className={classes.name}>
                  {primary ? <Cell column={primary} row={row} timeZone={timeZone} /> : name}
                </span>
                {status ? <Cell column={status} row={row} timeZone={timeZone} /> : null}
              </span>
              {rowActs ? <RowMenu name={name} acts={rowActs(row)} /> : null}
            </div>
            <Facts
              facts={others
                .filter(
                  (column) => column.kind === 'node' || column.kind === 'status' || column.value(row) != null,
                )
                .map((column) => ({
                  id: column.id,
                  label: column.header,
                  isLong: LONG.has(column.kind),
                  value: <Cell column={column} row={row} timeZone={timeZone} />,
                }))}
            />
          </li>
        );
      })}
      {totals ? (
        <li className={classes.card}>
          <div className={classes.head}>
            <b className={classes.name}>{totals.label}</b>
          </div>
          <Facts
            facts={columns
              .filter(({ id }) => totals.sums[id] !== undefined)
              .map(({ id, header }) => ({
                id,
                label: header,
                isLong: false,
                value: <Amount value={totals.sums[id]} />,
              }))}
          />
          {totals.failure ? (
            <p>
              <FailureNote failure={totals.failure} />
            </p>
          ) : totals.note ? (
            <p>{totals.note}</p>
          ) : null}
        </li>
      ) : null}
    </ul>
  );
}

interface Fact {
  id: string;
  label: string;
  /** Takes a whole line. */
  isLong: boolean;
  value: ReactNode;
}

/** Kinds of text that may be long. */
const LONG: ReadonlySet<string> = new Set(['text', 'link', 'node']);
/** Short facts that share a line. */
const PER_LINE = 3;

/**
 * Which facts take a whole line, with the value beside its label: the long ones, and a short one that has no other short
 * fact to share its line with.
 */
function wholeLines(facts: readonly Fact[]): ReadonlySet<Fact> {
  const whole = new Set<Fact>();
  let run: Fact[] = [];
  const endRun = (): void => {
    const last = run.at(-1);
    if (last && run.length % PER_LINE === 1) whole.add(last);
    run = [];
  };
  for (const fact of facts) {
    if (fact.isLong) {
      endRun();
      whole.add(fact);
    } else run.push(fact);
  }
  endRun();
  return whole;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const whole = wholeLines(facts);
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.id} data-wide={whole.has(fact) || undefined}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
