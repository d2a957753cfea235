/** Signing in and out (specification 1 sections 2, 4 and 8). */
import { createHash } from 'node:crypto';
import { MESSAGES, TYPE_UTILISATEUR, type User } from '@octroi/contract';
import { besideAct } from '#src/platform/act.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { findRow } from '#src/platform/listing/listing.ts';
import {
  confirmSession,
  deleteSession,
  deleteSessionsOfDevice,
  insertSession,
} from '#src/platform/session/session.repository.ts';
import { SESSION_HOURS } from '#src/platform/session/cookies.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import type { Person } from '#src/platform/access/person.ts';
import { forgetFailures } from './attempts.repository.ts';
import { findDeviceKey, rememberDevice } from './devices.repository.ts';
import type { Echec } from './echecs.repository.ts';
import { noteEchec } from './echecs.service.ts';
import { type Account, findAccount, userList } from '../accounts/people.repository.ts';
import type { AccountDependencies } from '../profile/profile.service.ts';
import { asksForCode, codeMissing, demandCode } from '../second-factor/second-factor.service.ts';
import { knowAddress, rememberAddress } from './addresses.repository.ts';
import { demandPresentPassword } from '../second-factor/present-password.service.ts';
import {
  demandAttempts,
  forgiveNow,
  forgiveServerErrors,
  inTurn,
  type Limits,
  LIMITS,
} from './sign-in-attempts.service.ts';
import type { Visitor } from './visitor.ts';

const wrong = (): AppError =>
  new AppError('connexion.refusee', 'Pseudo, adresse email ou mot de passe incorrect.');

interface Credentials {
  /** Pseudo or email address. */
  login: string;
  password: string;
  /** Code of the second factor, if the account has one. */
  code?: string | undefined;
}

/**
 * Keys that count the failures of an account, however its name is typed: over all addresses, and separately for an
 * address from which it was opened before.
 */
export const accountKeys = (id: number, address: string) => ({
  anywhere: `compte:${id}`,
  known: `compte:${id}@${address}`,
});

/** Hashed: a name without an account may be a password typed into the wrong field. */
const nameKey = (login: string): string =>
  `nom:${createHash('sha256').update(login.toLowerCase()).digest('base64')}`;

/** Keys that count an attempt, with their limits. */
interface Counting {
  key: string;
  limits: Limits;
  /** Key that counts wrong codes of the second factor. */
  code: string;
}

/**
 * Attempts from a browser or address that opened the account before are counted separately, so that an attacker
 * elsewhere cannot lock the person out.
 */
async function countingOf(
  db: Database,
  found: Account | undefined,
  login: string,
  { address, device }: Visitor,
): Promise<Counting> {
  const deviceKey = found && device ? await findDeviceKey(db, found.id, device) : undefined;
  if (deviceKey)
    return { key: deviceKey, limits: { [deviceKey]: LIMITS.account }, code: `code:${deviceKey}` };
  const here = await knowAddress(db, address, found?.id);
  const keys = found && accountKeys(found.id, address);
  const key = keys ? (here.own ? keys.known : keys.anywhere) : nameKey(login);
  const limits = {
    [key]: LIMITS.account,
    [`adresse:${address}`]: here.any ? LIMITS.knownAddress : LIMITS.address,
  };
  return { key, limits, code: `code:${here.own ? key : found?.id}` };
}

/** The recorded reason of a failed sign-in; undefined if the visitor made no mistake yet. */
function reasonOf(error: unknown, { code }: Credentials, found: boolean): Echec['raison'] | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'connexion.limitee') return 'limite';
  if (error.code === 'connexion.second-facteur') return code ? 'code' : undefined;
  if (error.status >= 500) return undefined;
  return found ? 'mot de passe' : 'inconnu';
}

const note = (
  db: Database,
  { login }: Credentials,
  { address, requestId }: Visitor,
  utilisateurId: number | null,
  raison: Echec['raison'],
): Promise<void> => noteEchec(db, { nom: login, adresse: address, raison, utilisateurId }, requestId);

async function authenticate(
  dependencies: AccountDependencies,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Account> {
  const { db } = dependencies;
  const found = await findAccount(db, credentials.login);
  try {
    return await verified(dependencies, found, credentials, visitor);
  } catch (error) {
    const raison = reasonOf(error, credentials, found !== undefined);
    if (raison) await note(db, credentials, visitor, found?.id ?? null, raison);
    throw error;
  }
}

/** @throws AppError 401 if anything is wrong, 429 while the visitor has to wait */
async function verified(
  dependencies: AccountDependencies,
  found: Account | undefined,
  { login, password, code }: Credentials,
  visitor: Visitor,
): Promise<Account> {
  const { db } = dependencies;
  const counting = await countingOf(db, found, login, visitor);
  return inTurn(counting.key, async () => {
    const attempts = await demandAttempts(db, counting.limits);
    if (!(await verifyPassword(found?.password_hash, password)) || !found) throw wrong();
    if (await asksForCode(db, found.id)) {
      if (!code) {
        await forgiveNow(db, attempts);
        throw codeMissing();
      }
      await forgiveServerErrors(db, attempts, () =>
        demandCode(dependencies, found.id, code, counting.code, visitor.requestId),
      );
    }
    await forgiveNow(db, attempts);
    await besideAct(() => db.transaction().execute((trx) => forgetFailures(trx, counting.key)));
    return found;
  });
}

/** What the client gets for an opened session. */
interface Opened {
  token: string;
  /** The browser's own token, for its next sign-in. */
  device: string | undefined;
}

async function open(
  { db, notify }: AccountDependencies,
  account: Account,
  kind: 'cookie' | 'bearer',
  visitor: Visitor,
): Promise<Opened> {
  const { isNew, ...opened } = await db.transaction().execute(async (trx) => {
    await writeJournal(trx, {
      entiteId: null,
      utilisateurId: account.id,
      acte: 'connexion',
      domaine: 'administration',
      ressource: 'session',
      id: account.id,
      requestId: visitor.requestId,
    });
    const newAddress = await rememberAddress(trx, account.id, visitor.address);
    const browser = kind === 'cookie' ? await rememberDevice(trx, account.id, visitor.device) : undefined;
    const device = browser?.token;
    // signing in again in a browser replaces its open session
    if (device) await deleteSessionsOfDevice(trx, account.id, device);
    const token = await insertSession(trx, {
      utilisateurId: account.id,
      kind,
      hours: SESSION_HOURS,
      ...visitor,
      device,
    });
    // a program without a browser is recognised by its address
    return { token, device, isNew: browser?.isNew ?? newAddress };
  });
  // not for agents, whose phones change address all the time
  if (isNew && account.type_id !== TYPE_UTILISATEUR.agent) await notify(account.id, 'appareil', visitor);
  return opened;
}

/**
 * The account of a right password. A session is opened only for an enabled account of type Utilisateur; the caller
 * reports other cases by `enabled` and `type`.
 */
export async function checkUser(
  dependencies: AccountDependencies,
  credentials: Credentials,
  visitor: Visitor,
): Promise<{ user: User; opened: Opened | undefined }> {
  const { db } = dependencies;
  const account = await authenticate(dependencies, credentials, visitor);
  const user = await findRow(db, userList, account.id, { conditions: [] });
  if (!user) throw wrong();
  const enters = account.enabled && account.type_id === TYPE_UTILISATEUR.utilisateur;
  if (enters) return { user, opened: await open(dependencies, account, 'cookie', visitor) };
  await note(db, credentials, visitor, account.id, 'compte');
  return { user, opened: undefined };
}

/** A bearer token for other programs and for agents. */
export async function issueToken(
  dependencies: AccountDependencies,
  credentials: Credentials,
  visitor: Visitor,
): Promise<string> {
  const { db } = dependencies;
  const account = await authenticate(dependencies, credentials, visitor);
  const { agent, utilisateur } = TYPE_UTILISATEUR;
  const permitted = account.type_id === agent || account.type_id === utilisateur;
  if (!account.enabled || !permitted) {
    await note(db, credentials, visitor, account.id, 'compte');
    throw new AppError('connexion.refusee', account.enabled ? MESSAGES.accesRefuse : MESSAGES.compteInactif);
  }
  return (await open(dependencies, account, 'bearer', visitor)).token;
}

/**
 * Checks the signed-in person's password before a sensitive act.
 * @throws AppError 400 at `actuel`, 429 after too many wrong ones
 */
export async function confirm(db: Database, person: Person, actuel: string, visitor: Visitor): Promise<void> {
  await demandPresentPassword(db, person, actuel, visitor);
  await db.transaction().execute((trx) => confirmSession(trx, person.session.id));
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
