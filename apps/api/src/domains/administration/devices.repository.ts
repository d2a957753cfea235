/** Browsers from which an account was opened before: each keeps a token of its own, the database its hash. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

/** What an account keeps; a browser unseen for so long keeps its cookie no longer either. */
const KEPT = 20;
export const DEVICE_DAYS = 400;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the attempts of a browser are counted under, where the account was opened from it before. */
export async function findDeviceKey(
  queries: Queries,
  utilisateurId: number,
  token: string,
): Promise<string | undefined> {
  const hash = hashOf(token);
  const { rows } = await sql`
    select from appareil where utilisateur_id = ${utilisateurId} and token_hash = ${hash}
      and seen_at > now() - make_interval(days => ${DEVICE_DAYS})`.execute(queries);
  return rows.length > 0 ? `appareil:${utilisateurId}:${hash.toString('hex')}` : undefined;
}

/**
 * Notes that the account was opened from the browser.
 * @param presented the token that the browser brought: it goes on under it where it is one that was given out, so that
 *   several people may share a browser
 * @returns the browser's token, kept nowhere else
 */
export async function rememberDevice(
  queries: Queries,
  utilisateurId: number,
  presented: string | undefined,
): Promise<string> {
  const given =
    presented !== undefined &&
    (await sql`select from appareil where token_hash = ${hashOf(presented)} limit 1`.execute(queries)).rows
      .length > 0;
  const token = given ? presented : randomBytes(32).toString('base64url');
  await sql`
    insert into appareil (utilisateur_id, token_hash) values (${utilisateurId}, ${hashOf(token)})
    on conflict (utilisateur_id, token_hash) do update set seen_at = now()`.execute(queries);
  await sql`
    delete from appareil where utilisateur_id = ${utilisateurId} and token_hash not in (
      select token_hash from appareil where utilisateur_id = ${utilisateurId}
        and seen_at > now() - make_interval(days => ${DEVICE_DAYS})
      order by seen_at desc limit ${KEPT})`.execute(queries);
  return token;
}
