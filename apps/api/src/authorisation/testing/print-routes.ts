/** Routes of the authorisation matrix that print. */
import { papierParDefaut } from '@octroi/contract';
import { picture, sentFile } from '#src/testing/files/photos.ts';
import { administrators, everybody, office, ofNiamey, route, type Table } from './expectation.ts';
import { contribuable } from './money-routes.ts';

export const PRINT_ROUTES: Table = {
  'GET /v2/contribuables/{id}/individuel/pdf': route(
    ofNiamey(200, { 'agent.terrain': 403 }),
    async (world) => ({ id: await contribuable(world) }),
  ),
  'GET /v2/contribuables/enrollement/report': route(everybody(200)),
  'POST /v2/contribuables/releve-impaye': route(office(200), () => ({
    body: { generate: true, entite: 1 },
  })),
  'POST /v2/impressions/{document}': route(office(200), () => ({
    params: { document: 'liste-des-transactions' },
    body: { query: 'entite=1' },
  })),
  'POST /v2/contribuables/avis': route(office(200, { lecture: 403 }), async (world) => ({
    body: { ids: [await contribuable(world)], generate: true },
  })),
  'GET /v2/entites/{id}/papiers': route(ofNiamey(200, { 'agent.terrain': 403 }), () => ({ id: 1 })),
  'PUT /v2/entites/{id}/papiers': route(administrators(200), () => ({
    id: 1,
    body: papierParDefaut('Niamey'),
  })),
  'GET /v2/entites/{id}/papiers/apercu': route(ofNiamey(200, { 'agent.terrain': 403 }), () => ({ id: 1 })),
  'POST /v2/entites/{id}/papiers/ecusson': route(administrators(200), async () => ({
    id: 1,
    ...sentFile(await picture('png')),
  })),
  'GET /v2/entites/{id}/papiers/ecusson': route(ofNiamey(200, { 'agent.terrain': 403 }), () => ({ id: 1 })),
  'POST /v2/entites/{id}/point-du-mois': route(ofNiamey(200, { plateau: 403, 'agent.terrain': 403 }), () => ({
    id: 1,
    body: {},
  })),
  'GET /v2/entites/{id}/point-du-mois/envoi': route(administrators(200), () => ({ id: 1 })),
  'PUT /v2/entites/{id}/point-du-mois/envoi': route(administrators(200), () => ({
    id: 1,
    body: { adresses: ['maire@niamey.ne'] },
  })),
  'DELETE /v2/entites/{id}/papiers/ecusson': route(administrators(200), () => ({ id: 1 })),
};
