import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A list of terms and values; empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value], index) =>
        value ? (
          // two may have one term: two versements of the same amount
          <div key={`${index} ${term}`}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
