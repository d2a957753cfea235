import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Permission } from '@octroi/contract/constants';
import type { ScreenWith } from '@octroi/contract/register';
import { type Grants, may } from '@octroi/contract/rights';
import { api, ApiError } from './api.ts';
import { queryClient } from './query.ts';
import { stored } from './storage.ts';

interface Nested {
  id: number;
  nom: string;
}
export interface RamificationRef extends Nested {
  entite: Nested;
}

export interface User {
  id: number;
  nom: string;
  prenom: string;
  fullName: string;
  username: string;
  email: string;
  enabled: boolean;
  type: Nested;
  groupe: Nested | null;
  entites: Nested[];
  ramifications: RamificationRef[];
}

/** Who works here, what they may do and between what they may switch. */
export interface Session {
  user: User;
  permissions: Grants;
  collectivites: Nested[];
  ramifications: RamificationRef[];
  /** Today in the installation's time zone, `YYYY-MM-DD`. */
  today: string;
  timeZone: string;
  /** Whether the data are the demonstration's. */
  demo: boolean;
  /** Background of the maps; without it they call nobody. */
  tiles: { url: string; attribution: string } | null;
  /** The person's group asks for a second factor, and until it is set up nothing else is served. */
  secondFacteurRequis: boolean;
}

/** Kept beside the session as the specification asks (1 section 3); the server alone decides what it allows. */
const storedPermissions = stored<Grants>('permissions', (raw) =>
  typeof raw === 'object' && raw !== null ? (raw as Grants) : null,
);

const KEY = ['session'] as const;

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
      const session = await api.get<Session>('session', { signal, anonymous: before === null });
      ended = false;
      storedPermissions.set(session.permissions);
      return session;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return before;
      throw error;
    }
  },
});

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

/** Forgets the session and what was chosen under it. */
export function forgetSession(): void {
  storedPermissions.set(null);
  queryClient.clear();
}
