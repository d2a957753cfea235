/** The installation's time zone, fixed when its database was created. */
import type { Database } from './database.ts';

/** The time zone of the installation's days, from the database. */
export async function readTimeZone(db: Database): Promise<string> {
  const zone = await db
    .selectFrom('parametre')
    .select('valeur')
    .where('cle', '=', 'fuseau')
    .executeTakeFirst();
  if (!zone) throw new Error('Le fuseau horaire manque dans la base : son schéma n’est pas complet.');
  return zone.valeur;
}
