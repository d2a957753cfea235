import type { ReactNode } from 'react';
import classes from './States.module.css';

interface EmptyStateProps {
  title: string;
  /** What would fill it, or what to change. */
  text?: string;
  action?: ReactNode;
}

/** An empty content with its reason. « Rien encore » and « Rien trouvé » are two titles. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <svg viewBox="0 0 48 48" width={44} height={44} aria-hidden="true" className={classes.drawing}>
        <path
          d="M8 40V22a16 16 0 0 1 32 0v18"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <path
          d="M3 29h42"
          fill="none"
          stroke="var(--o-accent)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray="5 6"
        />
      </svg>
      <p className={classes.title}>{title}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
