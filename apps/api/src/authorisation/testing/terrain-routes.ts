/** Routes of the authorisation matrix about the field. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { normaliserCode } from '@octroi/contract';
import sharp from 'sharp';
import { everybody, idFrom, newName, office, ofNiamey, open, route, type Table } from './expectation.ts';
import type { World } from './people.ts';
import { DEPARTEMENT } from './resources.ts';

/** Field agents may not use the back office; people who may only read have no right on devices. */
const OFFICE = { 'agent.terrain': 403, lecture: 403 };

/** A device of the département, enrolled. */
const appareil = async (world: World): Promise<number> => {
  const id = await idFrom(
    world,
    `insert into appareil_terrain (entite_id, numero, nom, agent_id, created_by_id, statut, cle_publique, inscrit_le)
     select 1, 1 + coalesce((select max(numero) from appareil_terrain where entite_id = 1), 0), $1, id, id, 'actif', '{}', now()
     from utilisateur where username = 'agent.terrain' returning id`,
    [newName()],
  );
  await world.query('insert into appareil_ramification values (1, $1, $2)', [id, DEPARTEMENT]);
  return id;
};
/** A case of a refused command of such a device. */
const cas = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, compte_le, etat,
       code, message, cas)
     select 1, $1, 1, agent_id, 'visite', '{}', '', now(), now(), 'refuse', 'introuvable', 'Essai', 'refus'
     from appareil_terrain where id = $1 returning id`,
    [await appareil(world)],
  );
/** An enrolment on which the server failed. */
const panne = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into commande_terrain (entite_id, appareil_id, sequence, agent_id, type, corps, empreinte, fait_le, compte_le, etat,
       code, message, cas)
     select 1, $1, 1, agent_id, 'enrolement', jsonb_build_object('local', gen_random_uuid(), 'nom', $2::text, 'ramification', $3::int),
       '', now(), now(), 'refuse', 'serveur.erreur', 'Essai', 'panne'
     from appareil_terrain where id = $1 returning id`,
    [await appareil(world), newName(), DEPARTEMENT],
  );
const one = async (world: World) => ({ id: await appareil(world) });

const key = (): object => {
  const { kty, crv, x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  });
  return { kty, crv, x, y };
};
/** A device that waits for its agent. */
async function code(world: World): Promise<string> {
  const given = normaliserCode(newName());
  await world.query(
    "update appareil_terrain set statut = 'attendu', code_hash = $2, code_expire_le = now() + interval '1 hour' where id = $1",
    [await appareil(world), createHash('sha256').update(given).digest()],
  );
  return given;
}

export const TERRAIN_ROUTES: Table = {
  'GET /v2/appareils': route(office(200, OFFICE)),
  // nobody of another collectivité
  'GET /v2/appareils/agents': route(office(200, OFFICE), () => ({ search: 'entite=1' })),
  'POST /v2/appareils': route(everybody(201, { ...OFFICE, maradi: 400 }), async (world) => ({
    body: {
      entite: 1,
      nom: newName(),
      agent: await idFrom(world, "select id from utilisateur where username = 'agent.terrain'"),
      ramifications: [DEPARTEMENT],
    },
  })),
  'GET /v2/appareils/{id}': route(ofNiamey(200, OFFICE), one),
  'PATCH /v2/appareils/{id}': route(ofNiamey(200, OFFICE), async (world) => ({
    ...(await one(world)),
    body: { nom: newName() },
  })),
  'POST /v2/appareils/{id}/code': route(ofNiamey(200, OFFICE), one),
  'POST /v2/appareils/{id}/statut': route(ofNiamey(200, OFFICE), async (world) => ({
    ...(await one(world)),
    body: { statut: 'bloqué', motif: 'Essai' },
  })),
  'GET /v2/cas_terrain': route(office(200, OFFICE)),
  'GET /v2/cas_terrain/totaux': route(office(200, OFFICE)),
  'GET /v2/cas_terrain/a_classer': route(office(200, OFFICE)),
  'GET /v2/actes_terrain': route(office(200, OFFICE)),
  'GET /v2/actes_terrain/totaux': route(office(200, OFFICE)),
  'POST /v2/cas_terrain/{id}/reglement': route(ofNiamey(200, OFFICE), async (world) => ({
    id: await cas(world),
    body: { note: 'Essai' },
  })),
  'POST /v2/cas_terrain/{id}/execution': route(ofNiamey(200, OFFICE), async (world) => ({
    id: await panne(world),
  })),
  'GET /v2/messages_sms': route(office(200, { plateau: 403, lecture: 403 })),
  'GET /v2/messages_sms/passerelle': route(office(200, { plateau: 403, lecture: 403 })),
  // agents alone, each the own device
  'POST /v2/terrain/appareils/inscription': route(
    everybody(403, { 'agent.terrain': 200 }),
    async (world) => ({
      body: { code: await code(world), clePublique: key(), plateforme: 'Essai', version: '1' },
    }),
  ),
  // of whose device it is alone
  'GET /v2/terrain/donnees': route(everybody(403, { 'agent.terrain': 200 }), async (world) => ({
    search: `appareil=${await appareil(world)}`,
  })),
  'PUT /v2/terrain/photos/{sha256}': route(everybody(403, { 'agent.terrain': 204 }), async (world, kind) => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#147a6e' } })
      .jpeg()
      .toBuffer();
    await appareil(world);
    return {
      params: { sha256: createHash('sha256').update(photo).digest('hex') },
      headers: { 'content-type': 'image/jpeg' },
      body: kind === 'nobody' ? undefined : photo,
    };
  }),
  // no session opens it, but a signature
  'POST /v2/terrain/commandes': route(open(401), () => ({ body: {} })),
  'POST /v2/terrain/remises': route(open(401), () => ({ body: {} })),
};
