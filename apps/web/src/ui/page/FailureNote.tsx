import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { reasonOf } from '#src/platform/api.ts';
import { type Failure, mayPass } from '#src/platform/query.ts';
import classes from './States.module.css';

/**
 * A failure in the line of text where what was to be read stands, with a retry where one may help. A whole part of the
 * page that could not be read is an `ErrorState`.
 * @param children what could not be read; absent: why
 */
export const FailureNote = ({ failure, children }: { failure: Failure; children?: ReactNode }) => (
  <>
    {children ?? reasonOf(failure.error)}
    {mayPass(failure.error) ? (
      <>
        {' '}
        <Button className={classes.retry} variant="transparent" size="compact-xs" onClick={failure.retry}>
          Réessayer
        </Button>
      </>
    ) : null}
  </>
);

/** In the place of a notice that is absent if there is nothing to say: it could not be read. @param children what */
export const UnreadNote = ({ failure, children }: { failure: Failure; children: ReactNode }) => (
  <p className={classes.unread} role="alert">
    <FailureNote failure={failure}>{children}</FailureNote>
  </p>
);
