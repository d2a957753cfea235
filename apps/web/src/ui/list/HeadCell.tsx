import type { CSSProperties } from 'react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type Column, isFigure } from './columns.ts';
import type { ListState } from './list-state.ts';
import classes from './ListTable.module.css';

interface HeadCellProps<Row> {
  column: Column<Row>;
  state: ListState;
  style: CSSProperties;
  onSort: (column: string) => void;
}

/** The head of a column; a click orders by it, another turns the order round. */
export function HeadCell<Row>({ column, state, style, onSort }: HeadCellProps<Row>) {
  const { header, sort } = column;
  const className = isFigure(column) ? classes.figure : undefined;
  if (!sort)
    return (
      <th scope="col" className={className} style={style}>
        {header}
      </th>
    );
  const ordered = state.orderBy === sort;
  const ascending = state.sortOrder === 'asc';
  const Icon = ordered ? (ascending ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={ordered ? (ascending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        data-ordered={ordered || undefined}
        onClick={() => onSort(sort)}
      >
        <span>{header}</span>
        <Icon size={13} aria-hidden />
      </button>
    </th>
  );
}
