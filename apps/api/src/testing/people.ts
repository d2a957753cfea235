/** Bodies to create accounts, and their sign-in. */
import type { Caller } from './app.ts';

export const NEW_PASSWORD = 'Puits-natte-27';
/** Password chosen by such a user at the first sign-in. */
export const OWN_PASSWORD = 'Calebasse-dune-31';
/** Types of account. */
export const AGENT = 2;
export const UTILISATEUR = 3;

export interface Problem {
  code: string;
  message: string;
  errors?: { field: string; message: string }[];
}
export type PersonRow = Record<string, unknown> & {
  id: number;
  version: number;
  username: string;
  entites: { id: number }[];
  ramifications: { id: number }[];
};

let copyCount = 0;

/** Body of a new account with a unique pseudo; `more` replaces its fields. */
export function newPerson(more: Record<string, unknown> = {}) {
  const username = `essai${++copyCount}`;
  return {
    nom: 'Essai',
    prenom: 'Aïcha',
    username,
    email: `${username}@octroi.test`,
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
    ...more,
  };
}

/** Signs users of any type in by a token. */
export function tokens(nobody: Caller, callerWith: (auth: Record<string, string>) => Caller) {
  const requestToken = (username: string, password: string) =>
    nobody.send<{ token?: string }>('POST', '/login_check', { username, password });
  /** Passwords chosen in place of the given ones. */
  const own = new Map<string, string>();
  const withToken = (token: string): Caller => callerWith({ authorization: `Bearer ${token}` });
  return {
    /** Reply of the sign-in. */
    ask: requestToken,
    /**
     * Signs a user in and completes a first sign-in.
     * @throws if the sign-in is refused
     */
    enter: async (username: string, password = own.get(username) ?? NEW_PASSWORD): Promise<Caller> => {
      const { status, body } = await requestToken(username, password);
      if (!body.token) throw new Error(`${username} was not let in: ${status}`);
      const caller = withToken(body.token);
      const { body: session } = await caller.get<{ motDePasseDonne: boolean }>('/v2/session');
      if (!session.motDePasseDonne) return caller;
      const chosen = { password: OWN_PASSWORD, passwordConfirm: OWN_PASSWORD };
      const changed = await caller.send<{ token: string }>('POST', '/v2/profil/mot-de-passe', {
        actuel: password,
        ...chosen,
      });
      own.set(username, OWN_PASSWORD);
      return withToken(changed.body.token);
    },
  };
}
