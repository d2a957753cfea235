/** Browsers from which accounts were opened: each has a token, and the database its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { INSERTED, now } from '#src/platform/database/expressions.ts';
import { keepLatest } from './latest.repository.ts';

/** Lifetime of a browser's cookie, and of its row. */
export const DEVICE_DAYS = 400;
const OLDEST = sql<string>`now() - make_interval(days => ${DEVICE_DAYS})`;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The key to count attempts of a browser under, if the account was opened from it before. */
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
 * Records that the account was opened from a browser.
 * @param presented token sent by the browser. An issued token is kept, even another account's, since people may share a
 * browser.
 * @returns the browser's token, which is stored nowhere else, and whether it is new to the account
 */
export async function rememberDevice(
  trx: OpenTransaction,
  utilisateurId: number,
  presented: string | undefined,
): Promise<{ token: string; isNew: boolean }> {
  const isKnown = presented !== undefined && (await isIssued(trx, presented));
  const token = isKnown ? presented : randomBytes(32).toString('base64url');
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

/** Whether a token was issued, for any account. */
async function isIssued(queries: Queries, token: string): Promise<boolean> {
  const device = await queries
    .selectFrom('appareil')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .limit(1)
    .executeTakeFirst();
  return device !== undefined;
}
