import { Skeleton } from '@mantine/core';
import classes from './ListSkeleton.module.css';

/** Placeholder of a list while it loads. */
export function ListSkeleton({ rows, columns }: { rows: number; columns: number }) {
  return (
    <div role="status" aria-label="Chargement de la liste" className={classes.skeleton}>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className={classes.row} data-head={row === 0 || undefined}>
          {Array.from({ length: columns }, (_each, column) => (
            <Skeleton key={column} height={10} radius={5} width={`${45 + ((row * 7 + column * 23) % 45)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
}
