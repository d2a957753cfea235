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

/** Stored beside the session as the specification requires (1 section 3); the server alone enforces rights. */
const storedPermissions = stored<Grants>('permissions', (raw) =>
  typeof raw === 'object' && raw !== null ? (raw as Grants) : null,
);

/** Id of the signed-in person, so that other tabs notice a sign-out or a change of person. */
const storedPerson = stored('personne', (raw) => (typeof raw === 'number' ? raw : null));

const KEY = callKey('GET /session');

let onOtherPerson: () => void = () => undefined;

/** Sets what happens when this page shows data of a person who is no longer signed in. */
export function setPersonChangeHandler(handler: () => void): void {
  onOtherPerson = handler;
}

/** Whether the server reported the end of the session since the last sign-in. */
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
 * The session after a change. A request already running is not reused: on a slow network its answer may be older than
 * the sign-in.
 */
export async function freshSession(): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: KEY });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** The mandatory step to do first; undefined if there is none. */
export const mandatoryStepOf = ({ motDePasseDonne, secondFacteurRequis }: Session) =>
  motDePasseDonne ? PAGES.motDePasseDonne : secondFacteurRequis ? PAGES.secondFacteur : undefined;

/** Whether somebody signed in on this browser and has not signed out. */
export const wasSignedIn = (): boolean => storedPermissions.get() !== null;

/** Records that the server no longer accepts the session. */
export function endSession(): void {
  ended = true;
}

/** The current session; only for screens that require one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('Aucune session ouverte.');
  return data;
}

/** Whether the person has `permission` on a screen; the web hides what the server would refuse. */
export const useMay = <Asked extends Permission>(screen: ScreenWith<Asked>, permission: Asked): boolean =>
  may(useSession().permissions, screen, permission);

/**
 * Removes an expired session. The person's id stays stored, because other tabs of the same person may sign in again.
 */
export function forgetSession(): void {
  storedPermissions.set(null);
  queryClient.clear();
}

/** Removes the session and the person's id, which signs out every other tab. */
export function forgetPerson(): void {
  storedPerson.set(null);
  forgetSession();
}

/** Reacts to session changes in other tabs: a sign-out, another person, the end of the session. */
export function watchOtherTabs(): void {
  const shown = (): number | undefined => queryClient.getQueryData<Session | null>(KEY)?.user.id;
  storedPerson.watch((person) => {
    if (shown() !== undefined && shown() !== person) onOtherPerson();
  });
  storedPermissions.watch(() => {
    // refreshes session and rights; without an answer, the next call reports the state
    if (shown() !== undefined) freshSession().catch(() => undefined);
  });
}
