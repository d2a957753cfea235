import type { CSSProperties } from 'react';
import { ariaSort, SortButton } from '../../SortButton.tsx';
import { type Column, isFigure } from '../columns.ts';
import type { ListState } from '../list-state.ts';
import type { PlacedTable } from './use-table-layout.ts';
import classes from './ListTable.module.css';

interface HeadCellProps<Row> {
  column: Column<Row>;
  state: ListState;
  style: CSSProperties;
  line: ReturnType<PlacedTable['lineOf']>;
  onSort: (column: string) => void;
}

/** A heading that sorts; a second click reverses. */
export function HeadCell<Row>({ column, state, style, line, onSort }: HeadCellProps<Row>) {
  const { header, sort } = column;
  const className = isFigure(column) ? classes.figure : undefined;
  if (!sort)
    return (
      <th scope="col" className={className} style={style} data-line={line}>
        {header}
      </th>
    );
  const order = state.orderBy === sort ? state.sortOrder : undefined;
  return (
    <th
      scope="col"
      className={className}
      data-figure={isFigure(column) || undefined}
      style={style}
      data-line={line}
      aria-sort={ariaSort(order)}
    >
      <SortButton header={header} order={order} onSort={() => onSort(sort)} />
    </th>
  );
}
