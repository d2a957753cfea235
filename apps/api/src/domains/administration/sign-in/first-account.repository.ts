/** One-time address of a new installation, and creation of its first account. */
import { createHash } from 'node:crypto';
import { GROUPE } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** Whether the token is valid and unexpired, and no account exists. */
export async function isFirstAccess(queries: Queries, token: string): Promise<boolean> {
  const hash = createHash('sha256').update(token).digest('hex');
  const { rows } = await sql<{ living: boolean }>`
    select split_part(valeur, ' ', 1) = ${hash} and split_part(valeur, ' ', 2)::timestamptz > now()
      and not exists (select from utilisateur) as living
    from parametre where cle = 'premier_acces'`.execute(queries);
  return rows[0]?.living ?? false;
}

/** Serialises concurrent creations of the first account. */
export const lockAccounts = (trx: OpenTransaction): Promise<unknown> =>
  sql`lock table utilisateur in share row exclusive mode`.execute(trx);

export async function superAdminGroup(queries: Queries): Promise<number> {
  const { id } = await queries
    .selectFrom('groupe')
    .select('id')
    .where('nom', '=', GROUPE.superAdmin)
    .executeTakeFirstOrThrow();
  return id;
}
