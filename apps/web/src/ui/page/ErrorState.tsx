import { Button } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import classes from './States.module.css';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** A failure shown on the page, with a retry. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{MESSAGES.echec}</p>
      <p className={classes.text}>{reasonOf(error)}</p>
      {error instanceof ApiError && error.requestId ? (
        <p className={classes.reference}>Référence : {error.requestId}</p>
      ) : null}
      {onRetry ? (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            Réessayer
          </Button>
        </div>
      ) : null}
    </div>
  );
}
