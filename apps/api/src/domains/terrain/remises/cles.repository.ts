/** Key pairs that phones seal what waits to (ADR 0052). */
import type { ClePublique, CleRemise } from '@octroi/contract';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { Sealed } from '#src/platform/secrets/secret-box.ts';

/** A pair as it is kept: its private half encrypted. */
export interface StoredCle extends Sealed {
  nom: string;
}

/** The pair that is sealed to from now on; null before the first start. */
export async function findPresente(queries: Queries): Promise<CleRemise | null> {
  const found = await queries
    .selectFrom('cle_remise')
    .select(['nom', sql<ClePublique>`publique`.as('publique')])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export const findCles = (queries: Queries, noms: readonly string[]): Promise<StoredCle[]> =>
  noms.length === 0
    ? Promise.resolve([])
    : queries.selectFrom('cle_remise').select(['nom', 'cle', 'chiffre']).where('nom', 'in', noms).execute();

/** All pairs, the newest last; of servers that start at once one alone holds them. */
export async function holdCles(trx: OpenTransaction): Promise<StoredCle[]> {
  await sql`select pg_advisory_xact_lock(hashtext('cle_remise'))`.execute(trx);
  return trx.selectFrom('cle_remise').select(['nom', 'cle', 'chiffre']).orderBy('id').execute();
}

export async function rewriteCle(trx: OpenTransaction, nom: string, sealed: Sealed): Promise<void> {
  await trx.updateTable('cle_remise').set(sealed).where('nom', '=', nom).execute();
}

export async function insertCle(
  trx: OpenTransaction,
  nom: string,
  publique: ClePublique,
  sealed: Sealed,
): Promise<void> {
  await trx
    .insertInto('cle_remise')
    .values({ nom, publique: JSON.stringify(publique), ...sealed })
    .execute();
}
