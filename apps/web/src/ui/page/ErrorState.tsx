import { Button } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import classes from './States.module.css';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** A failure shown on the page, with a retry; a missing right, which a retry would not give, with whom to ask. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  if (error instanceof ApiError && error.code === 'acces.refuse')
    return (
      <div className={classes.state} role="alert">
        <p className={classes.title}>{MESSAGES.accesRefuse}</p>
        <p className={classes.text}>
          Vos droits n’ouvrent pas ce qui est ici. Demandez-les à votre administrateur.
        </p>
      </div>
    );
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
