/** Tables of figures: heads, rows that each screen writes, a total, and what is seen while they are on their way. */
import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { Link } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import { ariaSort, SortButton, type SortOrder } from '../SortButton.tsx';
import classes from './FigureTable.module.css';

interface Head {
  text: ReactNode;
  /** Stands to the right, over figures. */
  figure?: boolean;
  className?: string | undefined;
  /** What its column is ordered by now, where a click orders by it. */
  sort?: { order: SortOrder | undefined; onSort: () => void };
}

export const figureHead = (text: string): Head => ({ text, figure: true });

interface FigureTableProps {
  /** Name of the part that scrolls sideways, for the keyboard and for who does not see it. */
  label: string;
  heads: readonly (string | Head)[];
  /** How many rows to draw in outline, while nothing is known yet. */
  waiting?: number | false | undefined;
  /** Rows of the foot. */
  total?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A table within a card that has its own title; @see TitledFigureTable. */
export const FigureTable = (props: FigureTableProps) => (
  <div className={classes.scroller} role="region" aria-label={props.label} tabIndex={0}>
    <Table {...props} />
  </div>
);

interface TitledFigureTableProps extends Omit<FigureTableProps, 'label'> {
  title: string;
  /** What may be done with the table, on the right of its title. */
  tools?: ReactNode;
  busy?: boolean | undefined;
  /** Beneath the table. */
  foot?: ReactNode;
}

/** A table that is a card of its own. */
export function TitledFigureTable({ title, tools, busy, foot, ...table }: TitledFigureTableProps) {
  return (
    <section className={classes.card} aria-label={title} aria-busy={busy}>
      <h2 className={classes.head}>
        {title}
        {tools}
      </h2>
      {/* Where no figure is a link, the keyboard has nothing else to scroll a wide table by. */}
      <div className={classes.scroller} role="group" aria-label={title} tabIndex={0}>
        <Table {...table} />
      </div>
      {foot}
    </section>
  );
}

function Table({ heads, waiting, total, className, children }: Omit<FigureTableProps, 'label'>) {
  const columns: Head[] = heads.map((head) => (typeof head === 'string' ? { text: head } : head));
  return (
    <table
      className={className ? `${classes.table} ${className}` : classes.table}
      aria-busy={Boolean(waiting) || undefined}
    >
      <thead>
        <tr>
          {columns.map((head, index) => (
            <th
              key={index}
              scope="col"
              className={classOf(head)}
              data-figure={head.figure || undefined}
              aria-sort={ariaSort(head.sort?.order)}
            >
              {head.sort ? <SortButton header={head.text} {...head.sort} /> : head.text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {waiting ? <Outline rows={waiting} columns={columns} /> : null}
        {children}
      </tbody>
      {total ? <tfoot>{total}</tfoot> : null}
    </table>
  );
}

const classOf = ({ figure, className }: Head): string | undefined =>
  [figure && classes.figure, className].filter(Boolean).join(' ') || undefined;

const Outline = ({ rows, columns }: { rows: number; columns: readonly Head[] }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {columns.map((head, column) => (
        <td key={column} className={classOf(head)}>
          <Skeleton height={10} width={column === 0 ? 140 : 80} ml={head.figure ? 'auto' : 0} />
        </td>
      ))}
    </tr>
  ));

interface FigureCellProps {
  /** Null where there is none to tell yet. */
  value: number | null;
  /** The list of what it counts; absent where none can be named. */
  address?: Href | undefined;
  before?: ReactNode;
  /** Nothing stands where there is no figure, instead of a dash. */
  blank?: boolean;
  children?: ReactNode;
}

/** A figure, and the way to what it counts. */
export function FigureCell({ value, address, before, blank = false, children }: FigureCellProps) {
  const none = blank ? '' : '–';
  const text = value === null ? none : formatNumber(value);
  return (
    <td className={classes.figure} data-none={value === 0 || undefined}>
      {before}
      {address ? <Link {...address}>{text}</Link> : text}
      {children}
    </td>
  );
}
