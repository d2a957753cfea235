/** What an installation fixed when its database was made, and whether the database answers. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The time zone that days are counted in, as the database keeps it. */
export async function readTimeZone(db: Database): Promise<string> {
  const { rows } = await sql<{ valeur: string }>`select valeur from parametre where cle = 'fuseau'`.execute(
    db,
  );
  if (!rows[0])
    throw new Error('Le fuseau horaire manque dans la base : les migrations ne sont pas complètes.');
  return rows[0].valeur;
}

export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
