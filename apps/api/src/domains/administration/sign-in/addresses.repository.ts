/** Network addresses from which accounts were opened before. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { INSERTED, now } from '#src/platform/database/expressions.ts';
import { keepLatest } from './latest.repository.ts';

/** Network addresses are reassigned, so older ones do not count. */
const RECENT = sql<string>`now() - interval '30 days'`;

/** Whether this account, or any account, was opened from an address lately. */
export async function knowAddress(
  queries: Queries,
  adresse: string,
  utilisateurId: number | undefined,
): Promise<{ own: boolean; any: boolean }> {
  const { any, own } = await queries
    .selectFrom('adresse_connue')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('any'),
      fn
        .countAll<number>()
        .filterWhere(eb('utilisateur_id', '=', utilisateurId ?? 0))
        .as('own'),
    ])
    .where('adresse', '=', adresse)
    .where('seen_at', '>', RECENT)
    .executeTakeFirstOrThrow();
  return { own: own > 0, any: any > 0 };
}

/** @returns whether the account is opened from it for the first time in a while */
export async function rememberAddress(
  trx: OpenTransaction,
  utilisateurId: number,
  adresse: string,
): Promise<boolean> {
  const { isNew } = await trx
    .insertInto('adresse_connue')
    .values({ utilisateur_id: utilisateurId, adresse })
    .onConflict((conflict) => conflict.columns(['utilisateur_id', 'adresse']).doUpdateSet({ seen_at: now }))
    .returning(INSERTED.as('isNew'))
    .executeTakeFirstOrThrow();
  await keepLatest(trx, 'adresse_connue', utilisateurId, RECENT);
  return isNew;
}
