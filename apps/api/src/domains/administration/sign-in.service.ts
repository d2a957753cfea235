/** Signing in and out (specification 1 sections 2, 4 and 8). */
import { MESSAGES, TYPE_UTILISATEUR } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { deleteSession, insertSession } from '#src/platform/session/session.repository.ts';
import { SESSION_HOURS } from '#src/platform/session/session.plugin.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import type { Person } from '#src/platform/access/person.ts';
import { forgetFailures, recordFailure } from './attempts.repository.ts';
import { type Account, findAccount, userList, type UserRow } from './people.repository.ts';
import { demandCode } from './second-factor.service.ts';
import { demandAttempts, LIMITS } from './sign-in-attempts.service.ts';
import type { Visitor } from './visitor.ts';

const wrong = (): AppError =>
  new AppError('connexion.refusee', 'Pseudo, adresse email ou mot de passe incorrect.');

export interface Credentials {
  /** Pseudo or email address. */
  login: string;
  password: string;
  /** Of an account with a second factor. */
  code?: string | undefined;
}

/** What counts failures of a login from one address, as it was typed. */
export const loginKey = (login: string, address: string): string =>
  `compte:${login.toLowerCase()}@${address}`;

async function authenticate(
  db: Database,
  { login, password, code }: Credentials,
  { address, requestId }: Visitor,
): Promise<Account> {
  const accountKey = loginKey(login, address);
  const limits = { [accountKey]: LIMITS.account, [`adresse:${address}`]: LIMITS.address };
  await demandAttempts(db, limits);
  const found = await findAccount(db, login);
  if (!(await verifyPassword(found?.password_hash, password)) || !found) {
    await recordFailure(db, Object.keys(limits));
    throw wrong();
  }
  await demandCode(db, found.id, code, limits, requestId);
  await forgetFailures(db, accountKey);
  return found;
}

async function open(
  db: Database,
  account: Account,
  kind: 'cookie' | 'bearer',
  visitor: Visitor,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await writeJournal(trx, {
      entiteId: null,
      utilisateurId: account.id,
      acte: 'connexion',
      domaine: 'administration',
      ressource: 'session',
      id: account.id,
      requestId: visitor.requestId,
    });
    return insertSession(trx, { utilisateurId: account.id, kind, hours: SESSION_HOURS, ...visitor });
  });
}

/**
 * The account of a right password. A session comes with it only for an enabled account of type Utilisateur;
 * the caller tells the others by `enabled` and `type`.
 */
export async function checkUser(
  db: Database,
  given: Credentials,
  visitor: Visitor,
): Promise<{ user: UserRow; token: string | undefined }> {
  const account = await authenticate(db, given, visitor);
  const user = await findRow(db, userList, account.id, { conditions: [] });
  if (!user) throw wrong();
  const enters = account.enabled && account.type_id === TYPE_UTILISATEUR.utilisateur;
  return { user, token: enters ? await open(db, account, 'cookie', visitor) : undefined };
}

/** A bearer token for other programs and for agents. */
export async function issueToken(db: Database, given: Credentials, visitor: Visitor): Promise<string> {
  const account = await authenticate(db, given, visitor);
  const { agent, utilisateur } = TYPE_UTILISATEUR;
  if (!account.enabled) throw new AppError('connexion.refusee', MESSAGES.compteInactif);
  if (account.type_id !== agent && account.type_id !== utilisateur)
    throw new AppError('connexion.refusee', MESSAGES.accesRefuse);
  return open(db, account, 'bearer', visitor);
}

export async function signOut(db: Database, person: Person, requestId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteSession(trx, person.session.id);
    await writeJournal(trx, {
      entiteId: null,
      utilisateurId: person.id,
      acte: 'déconnexion',
      domaine: 'administration',
      ressource: 'session',
      id: person.id,
      requestId,
    });
  });
}
