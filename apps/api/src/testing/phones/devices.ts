/** Devices for load tests, inserted into the database: each has its own agent and taxpayers of its place. */
import type { JsonWebKey } from 'node:crypto';
import type pg from 'pg';
import { type EtatTelephone, newState } from './telephone.ts';

/** A device, its agent and the taxpayers of its place. */
export interface LoadDevice {
  etat: EtatTelephone;
  /** The agent; its password is that of the demonstration. */
  username: string;
  ramification: number;
  nature: number;
  contribuables: number[];
}

/** Maximum number of taxpayers per device. */
const MOST = 500;

interface Place {
  entite: number;
  code: string;
  ramification: number;
  nature: number;
  contribuables: string[];
}

/**
 * Places are assigned in turn, the largest first; with fewer places than devices, several agents share taxpayers.
 * @param count number of devices; they are already enrolled
 */
export async function createDevices(client: pg.ClientBase, count: number): Promise<LoadDevice[]> {
  const { rows: places } = await client.query<Place>(
    `select c.entite_id as entite, e.code, c.ramification_id as ramification,
       (select n.id from nature_activite n where n.entite_id = c.entite_id and n.enabled order by n.id limit 1) as nature,
       (array_agg(c.id order by hashint8(c.id)))[1:${MOST}] as contribuables
     from contribuable c join entite e on e.id = c.entite_id where c.enabled
     group by 1, 2, 3 order by count(*) desc, 3 limit $1`,
    [count],
  );
  if (places.length === 0) throw new Error('Aucun lieu n’a de contribuables.');
  const devices: LoadDevice[] = [];
  for (let n = 0; n < count; n++) {
    const place = places[n % places.length] as Place;
    const etat = newState();
    const { username, ...appareil } = await insertDevice(client, place, etat.cle);
    etat.appareil = appareil;
    const { ramification, nature } = place;
    devices.push({ etat, username, ramification, nature, contribuables: place.contribuables.map(Number) });
  }
  return devices;
}

/** Inserts an agent and its device. */
async function insertDevice(
  client: pg.ClientBase,
  { entite, code, ramification }: Place,
  { kty, crv, x, y }: JsonWebKey,
): Promise<NonNullable<EtatTelephone['appareil']> & { username: string }> {
  const { rows } = await client.query<{ id: number; numero: number; username: string }>(
    `with agent as (
       insert into utilisateur (nom, username, email, password_hash, type_id)
       select 'Agent', 'agent-' || gen_random_uuid(), gen_random_uuid() || '@octroi.test', u.password_hash, u.type_id
       from utilisateur u where u.username = 'agent.terrain' returning id, username),
     place as (insert into utilisateur_entite select id, $1::int from agent),
     appareil as (
       insert into appareil_terrain (entite_id, numero, nom, agent_id, statut, cle_publique, inscrit_le, a_jour_le, created_by_id)
       select $1::int, 1 + coalesce((select max(numero) from appareil_terrain where entite_id = $1::int), 0), 'Téléphone', id,
         'actif', $3::jsonb, now(), now(), id from agent
       returning entite_id, id, numero),
     lieu as (insert into appareil_ramification select entite_id, id, $2::int from appareil)
     select appareil.id, numero, username from appareil, agent`,
    [entite, ramification, JSON.stringify({ kty, crv, x, y })],
  );
  const { id, numero, username } = rows[0]!;
  return { id, numero, username, entite: { id: entite, code } };
}
