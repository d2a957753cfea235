import { Button, Skeleton } from '@mantine/core';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryFor, call, callKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf, thenRead } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import { browserOf } from './profile-browser.ts';
import classes from './ProfileScreen.module.css';

/** The person's open sessions, which they may end. */
export function ProfileSessions() {
  const { timeZone } = useSession();
  const sessions = useQuery(queryFor('GET /profil/sessions'));
  const closing = useMutation({
    mutationFn: async (id?: number) => {
      if (id === undefined) await call('DELETE /profil/sessions');
      else await call('DELETE /profil/sessions/{id}', { params: { id } });
      toastSuccess(id === undefined ? 'Les autres sessions sont fermées !' : 'La session est fermée !');
    },
    ...thenRead(callKey('GET /profil/sessions')),
  });
  const failure = failureOf(sessions);
  if (failure) return <ErrorState failure={failure} />;
  if (!sessions.data)
    return <Skeleton height={64} radius={0} role="status" aria-label="Chargement des sessions" />;
  return (
    <>
      <ul className={classes.sessions}>
        {sessions.data.map(({ id, kind, createdAt, address, userAgent, courante }) => {
          const { jour, heure } = formatInstant(createdAt, timeZone);
          const browser = kind === 'bearer' ? 'Programme' : browserOf(userAgent);
          return (
            <li key={id}>
              <div className={classes.session}>
                <div className={classes.browser}>
                  {browser}
                  {courante ? <StatusBadge status="Cette session" /> : null}
                </div>
                <div className={classes.since}>
                  Depuis le {jour} {heure}
                  {address ? `, adresse ${address}` : ''}
                </div>
              </div>
              {courante ? null : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Fermer la session ${browser} du ${jour} ${heure}`}
                  loading={closing.isPending && closing.variables === id}
                  onClick={() => closing.mutate(id)}
                >
                  Fermer
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.data.length > 1 ? (
        <div className={classes.others}>
          <Button
            variant="default"
            loading={closing.isPending && closing.variables === undefined}
            onClick={() => closing.mutate(undefined)}
          >
            Fermer les autres
          </Button>
        </div>
      ) : null}
    </>
  );
}
