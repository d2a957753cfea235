/** Accounts that tests make: bodies that create one, and a way in for those who were made. */
import type { Caller } from './app.ts';

export const NEW_PASSWORD = 'Puits-natte-27';
/** What such a person chooses instead at the first sign-in. */
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

/** A body that creates an account of a new pseudo, with `more` in place of what it says. */
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

/** Lets people in by a token, whatever their type. */
export function tokens(nobody: Caller, callerWith: (auth: Record<string, string>) => Caller) {
  const requestToken = (username: string, password: string) =>
    nobody.send<{ token?: string }>('POST', '/login_check', { username, password });
  /** Of those who chose one in place of the password that they were given. */
  const own = new Map<string, string>();
  const withToken = (token: string): Caller => callerWith({ authorization: `Bearer ${token}` });
  return {
    /** What signing in answers. */
    ask: requestToken,
    /**
     * Lets somebody in who does what is to be done at a first sign-in.
     * @throws where the person is not let in
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
