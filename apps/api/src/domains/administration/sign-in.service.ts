/** Signing in and out (specification 1 sections 2, 4 and 8). */
import { MESSAGES, TYPE_UTILISATEUR, type User } from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import { deleteSession, insertSession } from '#src/platform/session/session.repository.ts';
import { SESSION_HOURS } from '#src/platform/session/cookies.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import type { Person } from '#src/platform/access/person.ts';
import { forgetFailures } from './attempts.repository.ts';
import { findDeviceKey, rememberDevice } from './devices.repository.ts';
import { type Account, findAccount, userList } from './people.repository.ts';
import { asksForCode, codeMissing, demandCode } from './second-factor.service.ts';
import { demandAttempts, giveBack, inTurn, LIMITS } from './sign-in-attempts.service.ts';
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

/** Attempts of a browser that opened the account before count apart from all others', which cannot stop it so. */
async function authenticate(
  db: Database,
  { login, password, code }: Credentials,
  { address, requestId, device }: Visitor,
): Promise<Account> {
  const found = await findAccount(db, login);
  const known = found && device ? await findDeviceKey(db, found.id, device) : undefined;
  const accountKey = known ?? loginKey(login, address);
  return inTurn(accountKey, async () => {
    const attempts = await demandAttempts(db, {
      [accountKey]: LIMITS.account,
      ...(known ? {} : { [`adresse:${address}`]: LIMITS.address }),
    });
    if (!(await verifyPassword(found?.password_hash, password)) || !found) throw wrong();
    if (await asksForCode(db, found.id)) {
      if (!code) {
        await giveBack(db, attempts);
        throw codeMissing();
      }
      await demandCode(db, found.id, code, `code:${known ?? found.id}`, requestId);
    }
    await giveBack(db, attempts);
    await forgetFailures(db, accountKey);
    return found;
  });
}

/** What an opened session leaves with whoever opened it. */
interface Opened {
  token: string;
  /** The browser's own, for its next sign-in. */
  device: string | undefined;
}

async function open(
  db: Database,
  account: Account,
  kind: 'cookie' | 'bearer',
  visitor: Visitor,
): Promise<Opened> {
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
    const device = kind === 'cookie' ? await rememberDevice(trx, account.id, visitor.device) : undefined;
    const token = await insertSession(trx, {
      utilisateurId: account.id,
      kind,
      hours: SESSION_HOURS,
      ...visitor,
    });
    return { token, device };
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
): Promise<{ user: User; opened: Opened | undefined }> {
  const account = await authenticate(db, given, visitor);
  const user = await findRow(db, userList, account.id, { conditions: [] });
  if (!user) throw wrong();
  const enters = account.enabled && account.type_id === TYPE_UTILISATEUR.utilisateur;
  return { user, opened: enters ? await open(db, account, 'cookie', visitor) : undefined };
}

/** A bearer token for other programs and for agents. */
export async function issueToken(db: Database, given: Credentials, visitor: Visitor): Promise<string> {
  const account = await authenticate(db, given, visitor);
  const { agent, utilisateur } = TYPE_UTILISATEUR;
  if (!account.enabled) throw new AppError('connexion.refusee', MESSAGES.compteInactif);
  if (account.type_id !== agent && account.type_id !== utilisateur)
    throw new AppError('connexion.refusee', MESSAGES.accesRefuse);
  return (await open(db, account, 'bearer', visitor)).token;
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
