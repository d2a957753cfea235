/** Guessing is made slow: so many failures in a quarter of an hour, then a wait. */
import type { Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { verifyPassword } from '#src/platform/session/password.ts';
import { countFailures, forgetFailures, recordFailure } from './attempts.repository.ts';
import { readPasswordHash } from './profile.repository.ts';

/** How often each key may fail in a quarter of an hour. */
export type Limits = Readonly<Record<string, number>>;

/** Failures in a quarter of an hour: on one account, on its second factor, from one address over all accounts. */
export const LIMITS = { account: 5, code: 10, address: 60 } as const;

export const secondFactorLimit = (id: number): Limits => ({ [`code:${id}`]: LIMITS.code });

export async function isLimited(queries: Queries, limits: Limits): Promise<boolean> {
  const counts = await countFailures(queries, Object.keys(limits));
  return Object.values(limits).some((limit, index) => (counts[index] ?? 0) >= limit);
}

/** @throws AppError 429 once one of the keys has failed too often */
export async function demandAttempts(queries: Queries, limits: Limits): Promise<void> {
  if (await isLimited(queries, limits))
    throw new AppError(
      'connexion.limitee',
      'Trop de tentatives. Attendez un quart d’heure, puis réessayez, ou demandez un nouveau mot de passe à votre administrateur.',
    );
}

/**
 * A grave change of one's own account asks for the present password again, field `actuel`.
 * @throws AppError 400 at the field, 429 after too many wrong ones
 */
export async function demandPresentPassword(queries: Queries, id: number, actuel: string): Promise<void> {
  const key = `actuel:${id}`;
  await demandAttempts(queries, { [key]: LIMITS.account });
  if (await verifyPassword(await readPasswordHash(queries, id), actuel)) return forgetFailures(queries, key);
  await recordFailure(queries, [key]);
  throw invalid('actuel', 'Le mot de passe actuel est incorrect.');
}
