/** Links to choose a new password: one per account, stored as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { fullName, now } from '#src/platform/database/expressions.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The account of a link. */
export interface ResetOwner {
  id: number;
  fullName: string;
  username: string;
  email: string;
}

const owner = (eb: ExpressionBuilder<DB & { u: DB['utilisateur'] }, 'u'>) =>
  ['u.id', fullName(eb.ref('u.prenom'), eb.ref('u.nom')).as('fullName'), 'u.username', 'u.email'] as const;

export const findOwner = (queries: Queries, id: number): Promise<ResetOwner | undefined> =>
  queries
    .selectFrom('utilisateur as u')
    .select(owner)
    .where('u.id', '=', id)
    .where('u.enabled', '=', true)
    .executeTakeFirst();

export interface ResetLink {
  token: string;
  /** Instant, ISO text. */
  expiresAt: string;
}

/** Creates a link that replaces the account's former one; its token is stored nowhere else. */
export async function insertReset(trx: OpenTransaction, id: number, minutes: number): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url');
  const { expiresAt } = await trx
    .insertInto('reinitialisation')
    .values({
      utilisateur_id: id,
      token_hash: hashOf(token),
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .onConflict((conflict) =>
      conflict.column('utilisateur_id').doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        created_at: now,
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return { token, expiresAt };
}

/** The enabled account of a valid link. */
export const findReset = (queries: Queries, token: string): Promise<ResetOwner | undefined> =>
  queries
    .selectFrom('reinitialisation as r')
    .innerJoin('utilisateur as u', 'u.id', 'r.utilisateur_id')
    .select(owner)
    .where('r.token_hash', '=', hashOf(token))
    .where('r.expires_at', '>', now)
    .where('u.enabled', '=', true)
    .executeTakeFirst();

/** Uses a link up. @returns false if it was used meanwhile, or has expired */
export async function takeReset(trx: OpenTransaction, token: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reinitialisation')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
