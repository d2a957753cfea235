/** Signing in and out (specification 1 sections 2, 4 and 8). */
import { MESSAGES, TYPE_UTILISATEUR } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { bumpFreshness } from '#src/platform/freshness.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { deleteSession, insertSession } from '#src/platform/session/session.repository.ts';
import { SESSION_HOURS } from '#src/platform/session/session.plugin.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import type { Person } from '#src/platform/access/person.ts';
import { countFailures, forgetFailures, recordFailure } from './attempts.repository.ts';
import { type Account, findAccount, userList, type UserRow } from './people.repository.ts';

export interface Visitor {
  address: string;
  userAgent: string | undefined;
  requestId: string;
}

/** Failures in a quarter of an hour, by account from one address, and by address over all accounts. */
const LIMITS = { account: 5, address: 60 } as const;

const wrong = (): AppError =>
  new AppError('connexion.refusee', 'Pseudo, adresse email ou mot de passe incorrect.');

async function authenticate(
  db: Database,
  login: string,
  password: string,
  visitor: Visitor,
): Promise<Account> {
  const accountKey = `compte:${login.toLowerCase()}@${visitor.address}`;
  const addressKey = `adresse:${visitor.address}`;
  const [account = 0, address = 0] = await countFailures(db, [accountKey, addressKey]);
  if (account >= LIMITS.account || address >= LIMITS.address)
    throw new AppError(
      'connexion.limitee',
      'Trop de tentatives de connexion. Attendez un quart d’heure, puis réessayez, ou demandez un nouveau mot de passe à votre administrateur.',
    );
  const found = await findAccount(db, login);
  if (!(await verifyPassword(found?.password_hash, password)) || !found) {
    await recordFailure(db, [accountKey, addressKey]);
    throw wrong();
  }
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
  login: string,
  password: string,
  visitor: Visitor,
): Promise<{ user: UserRow; token: string | undefined }> {
  const account = await authenticate(db, login, password, visitor);
  const user = await findRow(db, userList, account.id, { conditions: [] });
  if (!user) throw wrong();
  const enters = account.enabled && account.type_id === TYPE_UTILISATEUR.utilisateur;
  return { user, token: enters ? await open(db, account, 'cookie', visitor) : undefined };
}

/** A bearer token for other programs and for agents. */
export async function issueToken(
  db: Database,
  login: string,
  password: string,
  visitor: Visitor,
): Promise<string> {
  const account = await authenticate(db, login, password, visitor);
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
  bumpFreshness();
}
