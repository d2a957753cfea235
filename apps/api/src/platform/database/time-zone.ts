/** The time zone that an installation fixed when its database was made. */
import type { Database } from './database.ts';

/** The time zone that days are counted in, as the database keeps it. */
export async function readTimeZone(db: Database): Promise<string> {
  const zone = await db
    .selectFrom('parametre')
    .select('valeur')
    .where('cle', '=', 'fuseau')
    .executeTakeFirst();
  if (!zone) throw new Error('Le fuseau horaire manque dans la base : son schéma n’est pas complet.');
  return zone.valeur;
}
