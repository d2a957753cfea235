/** Accounts that tests make: bodies that create one, and a way in for those who were made. */
import type { Caller } from './app.ts';

export const NEW_PASSWORD = 'Puits-natte-27';
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

let made = 0;

/** A body that creates an account of a new pseudo, with `more` in place of what it says. */
export function newPerson(more: Record<string, unknown> = {}) {
  const username = `essai${++made}`;
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
  const ask = (username: string, password: string) =>
    nobody.send<{ token?: string }>('POST', '/login_check', { username, password });
  return {
    /** What signing in answers. */
    ask,
    /** @throws where the person is not let in */
    enter: async (username: string, password = NEW_PASSWORD): Promise<Caller> => {
      const { status, body } = await ask(username, password);
      if (!body.token) throw new Error(`${username} was not let in: ${status}`);
      return callerWith({ authorization: `Bearer ${body.token}` });
    },
  };
}
