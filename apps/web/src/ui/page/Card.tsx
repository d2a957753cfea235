import { type ReactNode, useId } from 'react';
import classes from './Card.module.css';

interface CardProps {
  title: string;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own title. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** The text of an empty card. */
export const CardNote = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>;
