/** Browsers from which an account was opened before: each keeps a token of its own, the database its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { INSERTED, now } from '#src/platform/database/expressions.ts';
import { keepLatest } from './latest.repository.ts';

/** A browser unseen for so long keeps its cookie no longer either. */
export const DEVICE_DAYS = 400;
const OLDEST = sql<string>`now() - make_interval(days => ${DEVICE_DAYS})`;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the attempts of a browser are counted under, where the account was opened from it before. */
export async function findDeviceKey(
  queries: Queries,
  utilisateurId: number,
  token: string,
): Promise<string | undefined> {
  const hash = hashOf(token);
  const device = await queries
    .selectFrom('appareil')
    .select('token_hash')
    .where('utilisateur_id', '=', utilisateurId)
    .where('token_hash', '=', hash)
    .where('seen_at', '>', OLDEST)
    .executeTakeFirst();
  return device ? `appareil:${utilisateurId}:${hash.toString('hex')}` : undefined;
}

/**
 * Notes that the account was opened from the browser.
 * @param presented the token that the browser brought: it goes on under it where it is one that was given out, so that
 *   several people may share a browser
 * @returns the browser's token, kept nowhere else; and whether the account is opened from it for the first time
 */
export async function rememberDevice(
  trx: OpenTransaction,
  utilisateurId: number,
  presented: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  const given = presented !== undefined && (await isGiven(trx, presented));
  const token = given ? presented : randomBytes(32).toString('base64url');
  const { isNew } = await trx
    .insertInto('appareil')
    .values({ utilisateur_id: utilisateurId, token_hash: hashOf(token) })
    .onConflict((conflict) =>
      conflict.columns(['utilisateur_id', 'token_hash']).doUpdateSet({ seen_at: now }),
    )
    .returning(INSERTED.as('isNew'))
    .executeTakeFirstOrThrow();
  await keepLatest(trx, 'appareil', utilisateurId, OLDEST);
  return { token, isNew };
}

/** Whether a token was given out, to whatever account. */
async function isGiven(queries: Queries, token: string): Promise<boolean> {
  const device = await queries
    .selectFrom('appareil')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}
