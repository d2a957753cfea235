/** The routes of the authorisation matrix that are about tills. */
import { picture, sentFile } from '#src/testing/files/photos.ts';
import {
  everybody,
  idFrom,
  newName,
  office,
  ofNiamey,
  type Outcome,
  route,
  type Table,
} from './expectation.ts';
import type { Kind, World } from './people.ts';

const regie = async (world: World): Promise<number> =>
  world.make('regies', {
    nom: newName(),
    entite: 1,
    regisseur: await world.copyOf('niamey'),
    plafond: 100_000,
    delaiJours: 7,
  });
/** An open till of somebody else in Niamey, with a float of 1,000. */
const session = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into session_caisse (entite_id, regie_id, titulaire_id, fonds) values (1, $1, $2, 1000) returning id`,
    [await regie(world), await world.copyOf('agent.terrain')],
  );
/** That float on its way to the bank. */
const versement = async (world: World): Promise<number> =>
  idFrom(
    world,
    `insert into versement (entite_id, regie_id, declarant_id, destination, montant)
     select entite_id, regie_id, titulaire_id, 'banque', 1000 from session_caisse where id = $1 returning id`,
    [await session(world)],
  );
/** That till, counted at nothing. */
const ecart = async (world: World): Promise<number> => {
  const id = await session(world);
  await world
    .by('superadmin')
    .send('POST', `/v2/sessions_caisse/${id}/cloture`, { billets: {}, procesVerbal: 'Rien trouvé' });
  return idFrom(world, 'select id from ecart where session_caisse_id = $1', [id]);
};

/** Cash is counted by person: who has sub-entities alone, and who keeps a till alone, see their own. */
const ofOthers = (status: number, exceptions: Partial<Outcome> = {}): Outcome =>
  ofNiamey(status, { plateau: 404, lecture: 403, 'agent.terrain': 404, ...exceptions });
const lists = route(office(200, { lecture: 403 }), () => ({ search: 'entite=1' }));
const detentions = route(office(200, { lecture: 403 }));

const CATEGORIE = { entite: 1, sorte: 'ticket', valeur: 100 };
/** Numbers 1 to 10 of a new category: in stock, or held by somebody. */
async function valeurs(world: World, agent?: number): Promise<{ regie: number; categorie: number }> {
  const [till] = await world.query<{ regie: number }>(
    'select regie_id as regie from session_caisse where titulaire_id = $1 and fermee_le is null',
    [agent ?? null],
  );
  const chosen = till?.regie ?? (await regie(world));
  const categorie = await world.make('categorie_valeurs', { nom: newName(), ...CATEGORIE });
  const moved = { regie: chosen, categorie, de: 1, a: 10 };
  await world.make('valeurs_inactives/mouvements', { acte: 'reçu', ...moved });
  if (agent)
    await world.query(
      `insert into mouvement_valeur (entite_id, regie_id, categorie_id, acte, agent_id, de, a, auteur_id)
       values (1, $1, $2, 'remis', $3, 1, 10, $3)`,
      [chosen, categorie, agent],
    );
  return { regie: chosen, categorie };
}
/** Where they are sold: what a département holds is in sight of who has it alone. */
const marche = async (world: World): Promise<number> =>
  idFrom(
    world,
    `select min(d.descendant_id) as id from utilisateur_ramification r
     join ramification_descendance d on d.ancetre_id = r.ramification_id
     join utilisateur u on u.id = r.utilisateur_id where u.username = 'plateau'`,
  );
/** Number 1, sold by whoever asks. */
async function vente(world: World, kind: Kind): Promise<number> {
  const agent = await holder(world, kind);
  const { regie: chosen, categorie } = await valeurs(world, agent);
  return idFrom(
    world,
    `insert into vente_valeur (entite_id, regie_id, categorie_id, de, a, valeur, agent_id, ramification_id)
     values (1, $1, $2, 1, 1, 100, $3, $4) returning id`,
    [chosen, categorie, agent, await marche(world)],
  );
}
/** Whoever asks, where that person may hold numbers of Niamey; somebody else there otherwise. */
const holder = (world: World, kind: Kind): Promise<number> =>
  idFrom(world, 'select id from utilisateur where username = $1', [
    kind === 'nobody' || kind === 'disabled' || kind === 'maradi' ? 'niamey' : kind,
  ]);
const movements = (acte: string) =>
  route(ofNiamey(201, { maradi: 400, plateau: 403, lecture: 403, 'agent.terrain': 403 }), async (world) => ({
    body: { acte, ...(await valeurs(world)), de: 1, a: 10 },
  }));

export const TILL_ROUTES: Table = {
  'GET /v2/detentions': detentions,
  'GET /v2/sessions_caisse': lists,
  'GET /v2/sessions_caisse/courante': route(everybody(200, { lecture: 403 })),
  'POST /v2/sessions_caisse': route(ofNiamey(201, { maradi: 400, lecture: 403 }), async (world) => ({
    body: { regie: await regie(world) },
  })),
  'GET /v2/sessions_caisse/{id}': route(ofOthers(200), async (world) => ({ id: await session(world) })),
  'POST /v2/sessions_caisse/{id}/cloture': route(ofOthers(200), async (world) => ({
    id: await session(world),
    body: { billets: { '1000': 1 }, procesVerbal: 'Agent absent' },
  })),
  'POST /v2/sessions_caisse/{id}/controles': route(
    ofOthers(201, { 'agent.terrain': 403 }),
    async (world) => ({
      id: await session(world),
      body: { billets: { '1000': 1 }, procesVerbal: 'Contrôle' },
    }),
  ),
  'POST /v2/sessions_caisse/{id}/papier': route(ofOthers(200), async (world) => {
    const id = await session(world);
    const body = { billets: { '1000': 1 }, procesVerbal: 'Agent absent' };
    await world.by('superadmin').send('POST', `/v2/sessions_caisse/${id}/cloture`, body);
    return { id };
  }),
  // that of somebody else's control tells what is expected: it waits until the till is counted
  'POST /v2/sessions_caisse/{id}/controles/{controle}/papier': route(
    ofOthers(409, { superadmin: 200 }),
    async (world) => {
      const id = await session(world);
      const body = { billets: { '1000': 1 }, procesVerbal: 'Contrôle' };
      const made = await world
        .by('superadmin')
        .send<{ id: number }>('POST', `/v2/sessions_caisse/${id}/controles`, body);
      return { params: { id: String(id), controle: String(made.body.id) } };
    },
  ),
  'POST /v2/regies/{id}/situation': route(ofOthers(200, { 'agent.terrain': 403 }), async (world) => ({
    id: await regie(world),
    body: {},
  })),
  // it tells what lies in an open till: it waits until that is counted
  'POST /v2/versements/{id}/papier': route(ofOthers(200), async (world) => {
    const id = await versement(world);
    await world.query(
      `update session_caisse set fermee_le = now(), fermee_par_id = titulaire_id, billets = '{}'
       where titulaire_id = (select declarant_id from versement where id = $1) and fermee_le is null`,
      [id],
    );
    return { id };
  }),
  'GET /v2/regies/receveur': route(
    ofNiamey(200, { plateau: 403, lecture: 403, 'agent.terrain': 403 }),
    async (world) => ({ search: `entite=1&utilisateur=${await world.copyOf('niamey')}` }),
  ),
  'GET /v2/versements': lists,
  'GET /v2/versements/totaux': lists,
  'GET /v2/versements/destinataires': route(ofNiamey(200, { lecture: 403 }), async (world) => ({
    search: `regie=${await regie(world)}`,
  })),
  // none of them holds anything there
  'POST /v2/versements': route(ofNiamey(409, { maradi: 400, lecture: 403 }), async (world) => ({
    body: { regie: await regie(world), destination: 'banque', montant: 500 },
  })),
  'GET /v2/versements/{id}': route(ofOthers(200), async (world) => ({ id: await versement(world) })),
  'POST /v2/versements/{id}/reception': route(ofOthers(200), async (world) => ({
    id: await versement(world),
    body: { recu: 900, motif: 'Cent francs manquent' },
  })),
  'POST /v2/versements/{id}/refus': route(ofOthers(200), async (world) => ({
    id: await versement(world),
    body: { motif: 'Sac ouvert' },
  })),
  'POST /v2/versements/{id}/bordereau': route(ofOthers(200), async (world) => ({
    id: await versement(world),
    ...sentFile(await picture()),
  })),
  'GET /v2/versements/{id}/bordereau': route(ofOthers(200), async (world) => {
    const id = await versement(world);
    const { body, headers } = sentFile(await picture());
    await world.by('superadmin').send('POST', `/v2/versements/${id}/bordereau`, body, headers);
    return { id };
  }),
  'GET /v2/valeurs_inactives': lists,
  'GET /v2/valeurs_inactives/totaux': lists,
  'GET /v2/valeurs_inactives/agents': route(
    ofNiamey(200, { lecture: 403, 'agent.terrain': 403 }),
    async (world) => ({ search: `regie=${await regie(world)}` }),
  ),
  'POST /v2/valeurs_inactives/mouvements': movements('renvoyé'),
  'GET /v2/ventes_valeurs': route(everybody(200, { lecture: 403 }), () => ({ search: 'entite=1' })),
  'GET /v2/ventes_valeurs/totaux': route(everybody(200, { lecture: 403 }), () => ({ search: 'entite=1' })),
  'GET /v2/ventes_valeurs/miennes': route(everybody(200, { lecture: 403 })),
  'POST /v2/ventes_valeurs': route(ofNiamey(201, { maradi: 400, lecture: 403 }), async (world, kind) => ({
    body: {
      categorie: (await valeurs(world, await holder(world, kind))).categorie,
      de: 1,
      a: 2,
      ramification: await marche(world),
    },
  })),
  'GET /v2/ventes_valeurs/{id}': route(ofNiamey(200, { lecture: 403 }), async (world, kind) => ({
    id: await vente(world, kind),
  })),
  'POST /v2/ventes_valeurs/{id}/annulation': route(ofNiamey(200, { lecture: 403 }), async (world, kind) => ({
    id: await vente(world, kind),
    body: { motif: 'Mauvais numéros' },
  })),
  'GET /v2/releves_valeurs': lists,
  'GET /v2/releves_valeurs/totaux': lists,
  'GET /v2/ecarts': lists,
  'GET /v2/ecarts/totaux': lists,
  'POST /v2/ecarts/{id}/explication': route(ofOthers(200), async (world) => ({
    id: await ecart(world),
    body: { explication: 'Monnaie mal rendue' },
  })),
  'POST /v2/ecarts/{id}/reglement': route(ofOthers(200, { 'agent.terrain': 403 }), async (world) => ({
    id: await ecart(world),
    body: { reglement: 'perte', motif: 'Vu' },
  })),
};
