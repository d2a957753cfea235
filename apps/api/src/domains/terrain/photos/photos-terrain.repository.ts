/** Photos that devices send, apart from the commands that name them. */
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** Until the transaction ends, what attaches this photo waits: it and its command may come at once. */
export async function holdPhoto(trx: OpenTransaction, empreinte: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${empreinte}, 0))`.execute(trx);
}

export interface PhotoTerrain {
  nom: string;
  largeur: number;
  hauteur: number;
  agentId: number;
  jointe: boolean;
}

export async function findPhoto(
  queries: Queries,
  entiteId: number,
  empreinte: string,
): Promise<PhotoTerrain | undefined> {
  const { rows } = await sql<PhotoTerrain>`
    select nom, largeur, hauteur, agent_id as "agentId", jointe_le is not null as jointe from photo_terrain
    where entite_id = ${entiteId} and empreinte = ${empreinte}`.execute(queries);
  return rows[0];
}

export async function insertPhotoTerrain(
  trx: OpenTransaction,
  entiteId: number,
  empreinte: string,
  { nom, largeur, hauteur, agentId }: Omit<PhotoTerrain, 'jointe'>,
): Promise<void> {
  await trx
    .insertInto('photo_terrain')
    .values({ entite_id: entiteId, empreinte, nom, largeur, hauteur, agent_id: agentId })
    .execute();
}

export async function noteJointe(trx: OpenTransaction, entiteId: number, empreinte: string): Promise<void> {
  await sql`update photo_terrain set jointe_le = now() where entite_id = ${entiteId} and empreinte = ${empreinte}`.execute(
    trx,
  );
}

/** What a photo is of: a taxpayer, a slip, or the signed stub of a notice. */
export interface Sujet {
  contribuable: number | null;
  versement: number | null;
  remise: number | null;
}

/** What the first command that was done and names a photo is about, where that is there still. */
export async function findSujet(
  queries: Queries,
  entiteId: number,
  empreinte: string,
): Promise<Sujet | undefined> {
  const { rows } = await sql<Sujet>`
    select c.id as contribuable, v.id as versement, r.id as remise from commande_terrain k
    left join contribuable c on k.type in ('enrolement', 'correction') and c.entite_id = k.entite_id and c.id = k.contribuable_id
    left join versement v on v.entite_id = k.entite_id and v.id = (coalesce(k.reprise, k.resultat) ->> 'versement')::bigint
    left join remise_avis r on r.entite_id = k.entite_id and r.id = (coalesce(k.reprise, k.resultat) ->> 'remise')::bigint
    where k.entite_id = ${entiteId} and k.photo = ${empreinte}
      and (k.etat = 'accepte' or k.reprise is not null) and num_nonnulls(c.id, v.id, r.id) = 1
    order by k.id limit 1`.execute(queries);
  return rows[0];
}

/** The collectivité of the device that an agent has. */
export async function entiteOfAgent(queries: Queries, agent: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select entite_id as id from appareil_terrain where agent_id = ${agent} and statut in ('actif', 'effacé')
    order by dernier_contact desc nulls last limit 1`.execute(queries);
  return rows[0]?.id;
}
