/** Slows down guessing: after a number of failures in fifteen minutes, each further attempt is delayed. */
import { besideAct } from '#src/platform/act.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { countFailures, deleteAttempts, insertAttempts, lockKeys } from './attempts.repository.ts';

/** Allowed failures of each key in fifteen minutes. */
export type Limits = Readonly<Record<string, number>>;

/**
 * Allowed failures in fifteen minutes: on one account, on its second factor, from one address over all accounts, and
 * from an address with a recent sign-in, such as an office's, which guesses at invented names must not block.
 */
export const LIMITS = { account: 5, code: 10, address: 60, knownAddress: 600 } as const;

/** Seconds between attempts, by the number of failures beyond the limit. */
type Delay = (beyond: number) => number;
/** Long enough against guessing, but never so long that an attacker can lock a person out. */
const rising: Delay = (beyond) => Math.min(60, 15 * 2 ** beyond);
/** Until the first failure is fifteen minutes old. */
const wholeWindow: Delay = () => 15 * 60;

/** Ids of attempts that count as failures until they are forgiven. */
type Attempts = readonly number[];

/**
 * Records one attempt of each key before anything is verified, so that concurrent attempts, even on several servers,
 * cannot exceed the limit.
 */
async function take(
  db: Database,
  limits: Limits,
  delay: Delay,
): Promise<{ attempts: Attempts } | { wait: number }> {
  const keys = Object.keys(limits);
  const count = async (trx: OpenTransaction): Promise<{ attempts: Attempts } | { wait: number }> => {
    await lockKeys(trx, keys);
    const failures = await countFailures(trx, keys);
    const waits = Object.values(limits).map((limit, index) => {
      const { nombre = 0, depuis = null } = failures[index] ?? {};
      return nombre < limit ? 0 : delay(nombre - limit) - (depuis ?? 0);
    });
    const wait = Math.max(...waits);
    return wait > 0 ? { wait } : { attempts: await insertAttempts(trx, keys) };
  };
  return besideAct(() => db.transaction().execute(count));
}

/** @returns undefined if one of the keys has reached its limit */
export async function takeAttempts(db: Database, limits: Limits): Promise<Attempts | undefined> {
  const outcome = await take(db, limits, wholeWindow);
  return 'attempts' in outcome ? outcome.attempts : undefined;
}

/** @throws AppError 429 while one of the keys has to wait, a minute at most */
export async function demandAttempts(db: Database, limits: Limits): Promise<Attempts> {
  const outcome = await take(db, limits, rising);
  if ('attempts' in outcome) return outcome.attempts;
  throw new AppError(
    'connexion.limitee',
    `Trop de tentatives. Réessayez dans ${Math.ceil(outcome.wait)} s, ou demandez un nouveau mot de passe à votre administrateur.`,
  );
}

/** Deletes attempts: a right password is not a failure. */
export const forgiveAttempts = (trx: OpenTransaction, attempts: Attempts): Promise<void> =>
  deleteAttempts(trx, attempts);

/** The same in a transaction of its own: what is counted is no part of the act that asks for the password. */
export const forgiveNow = (db: Database, attempts: Attempts): Promise<void> =>
  besideAct(() => db.transaction().execute((trx) => forgiveAttempts(trx, attempts)));

/** Runs a function; if it ends with a server error, its attempts are forgiven. */
export async function forgiveServerErrors<Result>(
  db: Database,
  attempts: Attempts,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) await forgiveNow(db, attempts);
    throw error;
  }
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs functions of one key one after the other. Concurrent right passwords then all succeed, since none counts as a
 * failure while another runs.
 */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
