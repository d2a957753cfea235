import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Session, User } from '@octroi/contract/administration/sign-in/session';
import type { Permission } from '@octroi/contract/constants';
import { PAGES } from '@octroi/contract/pages';
import type { ScreenWith } from '@octroi/contract/register';
import { type Grants, may } from '@octroi/contract/rights';
import { ApiError } from './api.ts';
import { call, callKey } from './call.ts';
import { queryClient } from './query.ts';
import { stored } from './storage.ts';

export type { Session, User };
/** A sub-entity as the session names it. */
export type RamificationRef = Session['ramifications'][number];

/** Kept beside the session as the specification asks (1 section 3); the server alone decides what it allows. */
const storedPermissions = stored<Grants>('permissions', (raw) =>
  typeof raw === 'object' && raw !== null ? (raw as Grants) : null,
);

/** Who is signed in on this browser, so that other tabs learn of a sign-out and of another person. */
const storedPerson = stored('personne', (raw) => (typeof raw === 'number' ? raw : null));

const KEY = callKey('GET /session');

let onOtherPerson: () => void = () => undefined;

/** What happens when this page shows the work of somebody who is not the one signed in any more. */
export function setPersonChangeHandler(handler: () => void): void {
  onOtherPerson = handler;
}

/** Whether the server has said since the last sign-in that the session is over. */
let ended = false;

/**
 * The session, or null without one. It is asked anew when the person comes back to the tab, since `today` and the
 * grants move on; while the frame is up, an end of session leads to the sign-in page and the frame keeps what it knew.
 */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  staleTime: 60_000,
  gcTime: Infinity,
  queryFn: async ({ signal }): Promise<Session | null> => {
    const before = ended ? null : (queryClient.getQueryData<Session | null>(KEY) ?? null);
    try {
      const session = await call('GET /session', { signal, anonymous: before === null });
      if (before && before.user.id !== session.user.id) {
        onOtherPerson();
        return before;
      }
      ended = false;
      storedPerson.set(session.user.id);
      storedPermissions.set(session.permissions);
      return session;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return before;
      throw error;
    }
  },
});

/**
 * The session as it is after what has just been done. An answer that was under way before is not waited for: on a slow
 * network it would say what was true before the sign-in.
 */
export async function freshSession(): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: KEY });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Where the person must go before anything else is served; nowhere once all that is done. */
export const mandatoryStepOf = ({ motDePasseDonne, secondFacteurRequis }: Session) =>
  motDePasseDonne ? PAGES.motDePasseDonne : secondFacteurRequis ? PAGES.secondFacteur : undefined;

/** Whether somebody signed in on this browser and has not signed out since. */
export const wasSignedIn = (): boolean => storedPermissions.get() !== null;

/** The server no longer knows the session. */
export function endSession(): void {
  ended = true;
}

/** The session of the person at work; only screens behind the guard may ask. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('Aucune session ouverte.');
  return data;
}

/** Whether the person was granted `permission` on a screen; the web hides what the server would refuse. */
export const useMay = <Asked extends Permission>(screen: ScreenWith<Asked>, permission: Asked): boolean =>
  may(useSession().permissions, screen, permission);

/** Forgets a session that is over. Who it was stays noted: other tabs of the same person may be signed in again. */
export function forgetSession(): void {
  storedPermissions.set(null);
  queryClient.clear();
}

/** Forgets the session and who it was, which has every other tab leave too. */
export function forgetPerson(): void {
  storedPerson.set(null);
  forgetSession();
}

/** Follows what other tabs of this browser do with the session: a sign-out, another person, the end of the session. */
export function watchOtherTabs(): void {
  const shown = (): number | undefined => queryClient.getQueryData<Session | null>(KEY)?.user.id;
  storedPerson.watch((person) => {
    if (shown() !== undefined && shown() !== person) onOtherPerson();
  });
  storedPermissions.watch(() => {
    // the server says whether the session is over, or which rights it has now; without an answer the next call tells
    if (shown() !== undefined) freshSession().catch(() => undefined);
  });
}
