import type { ReactNode } from 'react';
import classes from './Steps.module.css';

export interface Stage {
  name: string;
  done: boolean;
  isCurrent: boolean;
  /** Wraps the step in a link, if it can be opened. */
  link?: ((shown: ReactNode) => ReactNode) | undefined;
}

/** A list of steps with the current one marked. */
export const Steps = ({ stages, label }: { stages: readonly Stage[]; label?: string }) => (
  <ol className={classes.steps} aria-label={label}>
    {stages.map(({ name, done, isCurrent, link }, index) => {
      const shown = (
        <>
          <span className={classes.number}>{index + 1}</span>
          <span className={classes.name}>{name}</span>
        </>
      );
      return (
        <li key={name} aria-current={isCurrent ? 'step' : undefined} data-done={done || undefined}>
          {link ? link(shown) : shown}
        </li>
      );
    })}
  </ol>
);
