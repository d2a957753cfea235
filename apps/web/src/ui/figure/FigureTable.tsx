/** Tables of figures: headings, rows written by each screen, totals, and a loading state. */
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
  /** Aligned right, for figures. */
  figure?: boolean;
  className?: string | undefined;
  /** Current order of the column, and the sort handler. */
  sort?: { order: SortOrder | undefined; onSort: () => void };
}

export const figureHead = (text: string): Head => ({ text, figure: true });

interface FigureTableProps {
  /** Accessible name of the horizontally scrolling part. */
  label: string;
  /** The part of the page around it has the same name. */
  titled?: boolean;
  heads: readonly (string | Head)[];
  /** Number of placeholder rows while loading. */
  waiting?: number | false | undefined;
  /** Footer rows. */
  total?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/** A table inside a card with its own title; @see TitledFigureTable. */
export const FigureTable = (props: FigureTableProps) => (
  <div
    className={classes.scroller}
    role={props.titled ? 'group' : 'region'}
    aria-label={props.label}
    tabIndex={0}
  >
    <Table {...props} />
  </div>
);

interface TitledFigureTableProps extends Omit<FigureTableProps, 'label' | 'titled'> {
  title: string;
  /** Buttons on the right of the title. */
  tools?: ReactNode;
  busy?: boolean | undefined;
  /** Content below the table. */
  foot?: ReactNode;
}

/** A table as a card of its own. */
export function TitledFigureTable({ title, tools, busy, foot, ...table }: TitledFigureTableProps) {
  return (
    <section className={classes.card} aria-label={title} aria-busy={busy}>
      <h2 className={classes.head}>
        {title}
        {tools}
      </h2>
      {/* Where no figure is a link, the keyboard has nothing else to scroll a wide table by. */}
      <div className={classes.scroller} role="group" aria-label={title} tabIndex={0}>
        <Table label={title} {...table} />
      </div>
      {foot}
    </section>
  );
}

function Table({ label, heads, waiting, total, className, children }: Omit<FigureTableProps, 'titled'>) {
  const columns: Head[] = heads.map((head) => (typeof head === 'string' ? { text: head } : head));
  return (
    <table
      className={className ? `${classes.table} ${className}` : classes.table}
      aria-label={label}
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
  /** Null without a value. */
  value: number | null;
  /** The list behind the figure, if any. */
  address?: Href | undefined;
  before?: ReactNode;
  /** Leaves the cell empty without a value, instead of a dash. */
  blank?: boolean;
  children?: ReactNode;
}

/** A figure, with a link to the list behind it. */
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
