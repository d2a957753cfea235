/** Routes of the authorisation matrix about tours. */
import { randomBytes } from 'node:crypto';
import { pieceCode, todayIn } from '@octroi/contract';
import { TIME_ZONE } from '#src/testing/app.ts';
import { administrators, idFrom, newName, office, ofNiamey, route, type Table } from './expectation.ts';
import type { World } from './people.ts';
import { DEPARTEMENT } from './resources.ts';

/** Field agents may not use the back office. */
const FIELD = { 'agent.terrain': 403 };

/** A taxpayer of the département of `plateau` with dues today. */
const debtor = (world: World): Promise<number> =>
  idFrom(
    world,
    `select min(e.contribuable_id) as id from echeance e join contribuable c on c.id = e.contribuable_id
     join ramification_descendance d on d.descendant_id = c.ramification_id and d.ancetre_id = $1
     where e.montant > e.paye and e.closed_at is null and e.exigible_le <= aujourdhui()`,
    [DEPARTEMENT],
  );
/** A tour to that taxpayer, for an agent without another tour. */
const planned = async (world: World) => ({
  ids: [await debtor(world)],
  agent: await world.copyOf('agent.terrain'),
  jour: todayIn(TIME_ZONE),
});
async function tournee(world: World): Promise<number> {
  const { body } = await world
    .by('superadmin')
    .send<{ tournee: { id: number } }>('POST', '/v2/tournees', await planned(world));
  return body.tournee.id;
}
const ofTournee = async (world: World) => ({ search: `tournee=${await tournee(world)}` });

/** The number of a new notice of that taxpayer, issued as the superseding one where there is one already. */
async function avis(world: World): Promise<string> {
  const contribuable = await debtor(world);
  const [code, numero] = [pieceCode(randomBytes(20)), `AVIS-${newName()}`.toUpperCase()];
  await world.query(
    `insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu, remplace)
     select $1, 'avis', $2, 1, $3, 2026, aujourdhui(), 1000, '{}',
       (select p.code from piece p where p.nature = 'avis' and p.entite_id = 1 and p.contribuable_id = $3 and p.annee = 2026
          and not exists (select from piece s where s.remplace = p.code))`,
    [code, numero, contribuable],
  );
  return numero;
}
const remise = async (world: World): Promise<number> => {
  const { body } = await world.by('superadmin').send<{ id: number }>('POST', '/v2/avis_remis', {
    avis: await avis(world),
    remisLe: todayIn(TIME_ZONE),
    remisA: 'proche',
  });
  return body.id;
};

export const RECOUVREMENT_ROUTES: Table = {
  'GET /v2/avis_remis': route(office(200)),
  'GET /v2/avis_remis/compte': route(office(200)),
  'GET /v2/avis_remis/preparation': route(ofNiamey(200, { ...FIELD, lecture: 403 }), async (world) => ({
    search: `avis=${await avis(world)}`,
  })),
  'POST /v2/avis_remis': route(ofNiamey(201, { ...FIELD, lecture: 403 }), async (world) => ({
    body: { avis: await avis(world), remisLe: todayIn(TIME_ZONE), remisA: 'refusé' },
  })),
  'POST /v2/avis_remis/{id}/annulation': route(administrators(200), async (world) => ({
    id: await remise(world),
    body: { motif: 'Essai' },
  })),
  'GET /v2/avis_remis/{id}/photo': route(office(404), async (world) => ({ id: await remise(world) })),
  'GET /v2/contribuables/{id}/avis': route(ofNiamey(200), async (world) => ({ id: await debtor(world) })),
  'GET /v2/tournees': route(office(200)),
  'POST /v2/tournees/preparation': route(ofNiamey(200, { ...FIELD, lecture: 403 }), async (world) => ({
    body: { ids: [await debtor(world)] },
  })),
  'POST /v2/tournees': route(ofNiamey(201, { ...FIELD, lecture: 403 }), async (world) => ({
    body: await planned(world),
  })),
  'GET /v2/tournees/{id}': route(ofNiamey(200, FIELD), async (world) => ({ id: await tournee(world) })),
  'DELETE /v2/tournees/{id}': route(administrators(204), async (world) => ({ id: await tournee(world) })),
  'GET /v2/visites': route(office(200), ofTournee),
  'GET /v2/visites/totaux': route(office(200), ofTournee),
  'PATCH /v2/visites/{id}': route(ofNiamey(200, { ...FIELD, lecture: 403 }), async (world) => ({
    id: await idFrom(world, 'select id from visite where tournee_id = $1', [await tournee(world)]),
    body: { issue: 'absent', note: 'Essai' },
  })),
};
