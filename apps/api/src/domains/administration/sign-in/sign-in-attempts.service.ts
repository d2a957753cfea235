/** Guessing is made slow: so many failures in a quarter of an hour, then a delay before each further attempt. */
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { countFailures, deleteAttempts, insertAttempts, lockKeys } from './attempts.repository.ts';

/** How often each key may fail in a quarter of an hour. */
export type Limits = Readonly<Record<string, number>>;

/**
 * Failures in a quarter of an hour: on one account, on its second factor, from one address over all accounts; and from
 * an address where somebody signed in well lately, such as that of an office, which invented names shall not shut.
 */
export const LIMITS = { account: 5, code: 10, address: 60, knownAddress: 600 } as const;

/** Seconds from one attempt to the next, by the failures beyond the limit. */
type Delay = (beyond: number) => number;
/** Long enough against guessing, and never so long that somebody else's guesses shut a person out. */
const rising: Delay = (beyond) => Math.min(60, 15 * 2 ** beyond);
/** Until the first failure is a quarter of an hour old. */
const wholeWindow: Delay = () => 15 * 60;

/** Attempts that were taken and have not been given back: they count as failures. */
type Attempts = readonly number[];

/**
 * Takes one attempt of each key, before anything is verified: of many that come at the same moment, to one process or
 * to several, no more come through than may fail.
 */
async function take(
  db: Database,
  limits: Limits,
  delay: Delay,
): Promise<{ taken: Attempts } | { wait: number }> {
  const keys = Object.keys(limits);
  return db.transaction().execute(async (trx) => {
    await lockKeys(trx, keys);
    const failures = await countFailures(trx, keys);
    const waits = Object.values(limits).map((limit, index) => {
      const { nombre = 0, depuis = null } = failures[index] ?? {};
      return nombre < limit ? 0 : delay(nombre - limit) - (depuis ?? 0);
    });
    const wait = Math.max(...waits);
    return wait > 0 ? { wait } : { taken: await insertAttempts(trx, keys) };
  });
}

/** @returns nothing once one of the keys has been used up for a quarter of an hour */
export async function takeAttempts(db: Database, limits: Limits): Promise<Attempts | undefined> {
  const outcome = await take(db, limits, wholeWindow);
  return 'taken' in outcome ? outcome.taken : undefined;
}

/** @throws AppError 429 while one of the keys that failed too often has to wait, a minute at most */
export async function demandAttempts(db: Database, limits: Limits): Promise<Attempts> {
  const outcome = await take(db, limits, rising);
  if ('taken' in outcome) return outcome.taken;
  throw new AppError(
    'connexion.limitee',
    `Trop de tentatives. Réessayez dans ${Math.ceil(outcome.wait)} s, ou demandez un nouveau mot de passe à votre administrateur.`,
  );
}

/** Takes attempts off the count: a right password is no failure. */
export const forgiveAttempts = (trx: OpenTransaction, attempts: Attempts): Promise<void> =>
  deleteAttempts(trx, attempts);

/** Runs the work; if it ends in a server error, its attempts are taken off the count. */
export async function forgiveServerErrors<Result>(
  db: Database,
  attempts: Attempts,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status >= 500)
      await db.transaction().execute((trx) => forgiveAttempts(trx, attempts));
    throw error;
  }
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Does what is asked for one key one after the other: right passwords that a program gives all at once then come
 * through, since none of them is under way while another is counted.
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
