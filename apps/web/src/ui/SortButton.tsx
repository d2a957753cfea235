import type { ReactNode } from 'react';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './SortButton.module.css';

export type SortOrder = 'asc' | 'desc';

interface SortButtonProps {
  header: ReactNode;
  /** Current order of the column; undefined if another column orders the list. */
  order: SortOrder | undefined;
  onSort: () => void;
}

/** The `aria-sort` value of a heading. */
export const ariaSort = (order: SortOrder | undefined) =>
  order && (order === 'asc' ? 'ascending' : 'descending');

/** A heading that sorts; a second click reverses. */
export function SortButton({ header, order, onSort }: SortButtonProps) {
  const Icon = order ? (order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <button type="button" className={classes.sort} data-ordered={order ? true : undefined} onClick={onSort}>
      <span>{header}</span>
      <Icon size={13} aria-hidden />
    </button>
  );
}
