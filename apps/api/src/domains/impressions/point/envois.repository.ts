/** Who gets « Point du mois » by mail, by collectivité. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

interface Envoi {
  entiteId: number;
  adresses: string[];
  /** Who named the addresses. */
  utilisateurId: number;
  par: string;
  version: number;
}

const envois = (queries: Queries) =>
  queries
    .selectFrom('envoi_point as ep')
    .innerJoin('utilisateur as u', 'u.id', 'ep.utilisateur_id')
    .select([
      'ep.entite_id as entiteId',
      'ep.adresses',
      'ep.utilisateur_id as utilisateurId',
      'ep.version',
      sql<string>`concat_ws(' ', u.prenom, u.nom)`.as('par'),
    ]);

export const findEnvoi = (queries: Queries, entiteId: number): Promise<Envoi | undefined> =>
  envois(queries).where('ep.entite_id', '=', entiteId).executeTakeFirst();

/** Collectivités whose month was not sent yet. @param mois its first day */
export const listEnvois = (queries: Queries, mois: string): Promise<Envoi[]> =>
  envois(queries)
    .where('ep.envoye', '<', mois)
    .where(sql<boolean>`ep.adresses <> '{}'`)
    .orderBy('ep.entite_id')
    .execute();

/** @param mois first day of the last month that is not sent any more: the first mail tells of the one after */
export async function saveEnvoi(
  trx: OpenTransaction,
  { entiteId, adresses, utilisateurId }: Omit<Envoi, 'par' | 'version'>,
  mois: string,
): Promise<void> {
  await trx
    .insertInto('envoi_point')
    .values({ entite_id: entiteId, adresses, utilisateur_id: utilisateurId, envoye: mois })
    .onConflict((conflict) =>
      conflict.column('entite_id').doUpdateSet({
        adresses,
        utilisateur_id: utilisateurId,
        // a month is not sent late because its addresses came late
        envoye: sql`case when envoi_point.adresses = '{}' then excluded.envoye else envoi_point.envoye end`,
      }),
    )
    .execute();
}

/** Records that a month is sent. @returns false if another server did */
export async function takeEnvoi(trx: OpenTransaction, entiteId: number, mois: string): Promise<boolean> {
  const taken = await trx
    .updateTable('envoi_point')
    .set({ envoye: mois })
    .where('entite_id', '=', entiteId)
    .where('envoye', '<', mois)
    .returning('entite_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** A month that could be mailed to nobody is not sent. */
export async function returnEnvoi(trx: OpenTransaction, entiteId: number, mois: string): Promise<void> {
  await sql`update envoi_point set envoye = ${mois}::date - interval '1 month'
    where entite_id = ${entiteId} and envoye = ${mois}::date`.execute(trx);
}
