/** What lines counted before a day: the quantities that changed. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { anyOf } from '#src/platform/database/expressions.ts';

/** The day since which each line has had its present quantity; lines whose quantity never changed are left out. */
export async function latestChanges(
  queries: Queries,
  entiteId: number,
  lignes: readonly number[],
): Promise<Map<number, string>> {
  const rows = await queries
    .selectFrom('quantite_passee')
    .select(({ fn }) => ['enrollement_id as id', fn.max('jusque').as('jusque')])
    .where('entite_id', '=', entiteId)
    .where('enrollement_id', '=', anyOf(lignes))
    .groupBy('enrollement_id')
    .execute();
  return new Map(rows.map(({ id, jusque }) => [id, jusque]));
}

/** Forgets what lines counted before: their present quantity was always right. */
export async function forgetPast(
  trx: OpenTransaction,
  entiteId: number,
  lignes: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom('quantite_passee')
    .where('entite_id', '=', entiteId)
    .where('enrollement_id', '=', anyOf(lignes))
    .execute();
}

/** Stores what lines counted until a day. A change entered again for the same day keeps the earlier quantity. */
export async function storePast(
  trx: OpenTransaction,
  entiteId: number,
  past: readonly { ligne: number; jusque: string; quantite: number }[],
): Promise<void> {
  if (past.length === 0) return;
  await sql`
    insert into quantite_passee (entite_id, enrollement_id, jusque, quantite)
    select ${entiteId}::int, ligne, jusque, quantite
    from unnest(${past.map(({ ligne }) => ligne)}::bigint[], ${past.map(({ jusque }) => jusque)}::date[],
      ${past.map(({ quantite }) => quantite)}::numeric[]) as p (ligne, jusque, quantite)
    on conflict (entite_id, enrollement_id, jusque) do nothing`.execute(trx);
}
