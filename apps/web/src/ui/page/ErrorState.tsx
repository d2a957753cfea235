import { Button } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { ApiError, reasonOf } from '#src/platform/api.ts';
import type { Failure } from '#src/platform/query.ts';
import classes from './States.module.css';

/**
 * A failure shown on the page, with a retry; a missing right, which a retry would not give, with whom to ask. Nothing
 * without a failure.
 */
export function ErrorState({ failure }: { failure: Failure | undefined }) {
  if (!failure) return null;
  const { error, retry } = failure;
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
      <div className={classes.action}>
        <Button variant="default" onClick={retry}>
          Réessayer
        </Button>
      </div>
    </div>
  );
}
