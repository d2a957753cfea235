import type { ReactNode } from 'react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './SortButton.module.css';

export type SortOrder = 'asc' | 'desc';

interface SortButtonProps {
  header: ReactNode;
  /** How its column is ordered now; undefined where the order is another's. */
  order: SortOrder | undefined;
  onSort: () => void;
}

/** How a head with such a button says its order to those who do not see the arrow. */
export const ariaSort = (order: SortOrder | undefined) =>
  order && (order === 'asc' ? 'ascending' : 'descending');

/** The head of a column; a click orders by it, another turns the order round. */
export function SortButton({ header, order, onSort }: SortButtonProps) {
  const Icon = order ? (order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <button type="button" className={classes.sort} data-ordered={order ? true : undefined} onClick={onSort}>
      <span>{header}</span>
      <Icon size={13} aria-hidden />
    </button>
  );
}
