/** Signing in and out (specification 1 sections 2, 4 and 8). */
import { createHash } from 'node:crypto';
import { MESSAGES, TYPE_UTILISATEUR, type User } from '@octroi/contract';
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
import type { Means } from '../profile/profile.service.ts';
import { asksForCode, codeMissing, demandCode } from '../second-factor/second-factor.service.ts';
import { knowAddress, rememberAddress } from './addresses.repository.ts';
import { demandPresentPassword } from '../second-factor/present-password.service.ts';
import {
  demandAttempts,
  forgiveAttempts,
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
  /** Of an account with a second factor. */
  code?: string | undefined;
}

/**
 * What the failures of an account are counted under, however its name is typed: over all addresses, and apart those of an
 * address from which it was opened before.
 */
export const accountKeys = (id: number, address: string) => ({
  anywhere: `compte:${id}`,
  known: `compte:${id}@${address}`,
});

/** A name that no account has may be a password, typed into the wrong field: it is counted, and not kept. */
const nameKey = (login: string): string =>
  `nom:${createHash('sha256').update(login.toLowerCase()).digest('base64')}`;

/** What an attempt is counted under, and how often that may fail. */
interface Counting {
  key: string;
  limits: Limits;
  /** What wrong codes of its second factor are counted under. */
  code: string;
}

/**
 * Attempts of a browser that opened the account before count apart from all others, and so do those from an address
 * where it was opened before: nobody who guesses elsewhere shuts the person out.
 */
async function countingOf(
  db: Database,
  found: Account | undefined,
  login: string,
  { address, device }: Visitor,
): Promise<Counting> {
  const known = found && device ? await findDeviceKey(db, found.id, device) : undefined;
  if (known) return { key: known, limits: { [known]: LIMITS.account }, code: `code:${known}` };
  const here = await knowAddress(db, address, found?.id);
  const keys = found && accountKeys(found.id, address);
  const key = keys ? (here.own ? keys.known : keys.anywhere) : nameKey(login);
  const limits = {
    [key]: LIMITS.account,
    [`adresse:${address}`]: here.any ? LIMITS.knownAddress : LIMITS.address,
  };
  return { key, limits, code: `code:${here.own ? key : found?.id}` };
}

/** Why a sign-in failed; undefined where whoever tries did nothing wrong yet. */
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

async function authenticate(means: Means, given: Credentials, visitor: Visitor): Promise<Account> {
  const { db } = means;
  const found = await findAccount(db, given.login);
  try {
    return await verified(means, found, given, visitor);
  } catch (error) {
    const raison = reasonOf(error, given, found !== undefined);
    if (raison) await note(db, given, visitor, found?.id ?? null, raison);
    throw error;
  }
}

/** @throws AppError 401 where something of it is wrong, 429 while it has to wait */
async function verified(
  means: Means,
  found: Account | undefined,
  { login, password, code }: Credentials,
  visitor: Visitor,
): Promise<Account> {
  const { db } = means;
  const counting = await countingOf(db, found, login, visitor);
  return inTurn(counting.key, async () => {
    const attempts = await demandAttempts(db, counting.limits);
    if (!(await verifyPassword(found?.password_hash, password)) || !found) throw wrong();
    if (await asksForCode(db, found.id)) {
      if (!code) {
        await db.transaction().execute((trx) => forgiveAttempts(trx, attempts));
        throw codeMissing();
      }
      await forgiveServerErrors(db, attempts, () =>
        demandCode(means, found.id, code, counting.code, visitor.requestId),
      );
    }
    await db.transaction().execute((trx) => forgiveAttempts(trx, attempts));
    await db.transaction().execute((trx) => forgetFailures(trx, counting.key));
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
  { db, notify }: Means,
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
    // whoever signs in again in a browser leaves no session open behind
    if (device) await deleteSessionsOfDevice(trx, account.id, device);
    const token = await insertSession(trx, {
      utilisateurId: account.id,
      kind,
      hours: SESSION_HOURS,
      ...visitor,
      device,
    });
    // a program is known by where it calls from
    return { token, device, isNew: browser?.isNew ?? newAddress };
  });
  // agents go from place to place, and their telephones from address to address
  if (isNew && account.type_id !== TYPE_UTILISATEUR.agent) await notify(account.id, 'appareil', visitor);
  return opened;
}

/**
 * The account of a right password. A session comes with it only for an enabled account of type Utilisateur;
 * the caller tells the others by `enabled` and `type`.
 */
export async function checkUser(
  means: Means,
  given: Credentials,
  visitor: Visitor,
): Promise<{ user: User; opened: Opened | undefined }> {
  const { db } = means;
  const account = await authenticate(means, given, visitor);
  const user = await findRow(db, userList, account.id, { conditions: [] });
  if (!user) throw wrong();
  const enters = account.enabled && account.type_id === TYPE_UTILISATEUR.utilisateur;
  if (enters) return { user, opened: await open(means, account, 'cookie', visitor) };
  await note(db, given, visitor, account.id, 'compte');
  return { user, opened: undefined };
}

/** A bearer token for other programs and for agents. */
export async function issueToken(means: Means, given: Credentials, visitor: Visitor): Promise<string> {
  const { db } = means;
  const account = await authenticate(means, given, visitor);
  const { agent, utilisateur } = TYPE_UTILISATEUR;
  const permitted = account.type_id === agent || account.type_id === utilisateur;
  if (!account.enabled || !permitted) {
    await note(db, given, visitor, account.id, 'compte');
    throw new AppError('connexion.refusee', account.enabled ? MESSAGES.accesRefuse : MESSAGES.compteInactif);
  }
  return (await open(means, account, 'bearer', visitor)).token;
}

/**
 * Takes the password of whoever is signed in, before what is sensitive.
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
