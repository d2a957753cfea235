/** The statistics over HTTP (specification 2 section 7). */
import {
  agentsSchema,
  enrolementsParAgentSchema,
  enrolementsParDateSchema,
  enrolementsParTaxeSchema,
  idParam,
  parAgentQuerySchema,
  parEntiteQuerySchema,
  recettesParDateSchema,
  recettesParLieuSchema,
  recettesParMoyenSchema,
  recettesParTaxeSchema,
  recouvrementQuerySchema,
  statistiqueQuerySchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { statistiqueService } from './statistiques.service.ts';

export function statistiqueRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = statistiqueService(db);
  const tags = ['Statistiques'];
  const querystring = statistiqueQuerySchema;
  const ofAgent = parAgentQuerySchema;

  routes.get(
    '/v2/statistiques/enrollement/par-entite',
    { schema: { tags, querystring, response: { 200: enrolementsParDateSchema } } },
    ({ person, query }) => service.enrolementsParEntite(person, query),
  );
  routes.get(
    '/v2/statistiques/enrollement/par-agent',
    { schema: { tags, querystring: ofAgent, response: { 200: enrolementsParAgentSchema } } },
    ({ person, query }) => service.enrolementsParAgent(person, query),
  );
  routes.get(
    '/v2/statistiques/enrollement/par-taxe',
    { schema: { tags, querystring, response: { 200: enrolementsParTaxeSchema } } },
    ({ person, query }) => service.enrolementsParBase(person, query),
  );
  routes.get(
    '/v2/statistiques/transactions/moyen-par-paiement',
    { schema: { tags, querystring, response: { 200: recettesParMoyenSchema } } },
    ({ person, query }) => service.recettesParMoyen(person, query),
  );
  routes.get(
    '/v2/statistiques/transactions/par-entite',
    { schema: { tags, querystring: parEntiteQuerySchema, response: { 200: recettesParDateSchema } } },
    // here `entite` carries a sub-entity
    ({ person, query: { entite, collectivite, ramification = [], ...query } }) =>
      service.recettesParEntite(person, {
        ...query,
        entite: collectivite,
        ramification: [...(entite ?? []), ...ramification],
      }),
  );
  routes.get(
    '/v2/statistiques/transactions/par-agent',
    { schema: { tags, querystring: ofAgent, response: { 200: recettesParDateSchema } } },
    ({ person, query }) => service.recettesParAgent(person, query),
  );
  routes.get(
    '/v2/statistiques/transactions/par-taxe',
    { schema: { tags, querystring, response: { 200: recettesParTaxeSchema } } },
    ({ person, query }) => service.recettesParTaxe(person, query),
  );
  routes.get(
    '/v2/statistiques/transactions/par-lieu',
    { schema: { tags, querystring, response: { 200: recettesParLieuSchema } } },
    ({ person, query }) => service.recettesParLieu(person, query),
  );
  routes.get(
    '/v2/statistiques/agents',
    { schema: { tags, querystring: ofAgent, response: { 200: agentsSchema } } },
    ({ person, query }) => service.agents(person, query),
  );
  routes.get(
    '/v2/transactions/:id/recouvrement',
    {
      schema: {
        tags,
        params: idParam,
        querystring: recouvrementQuerySchema,
        response: { 200: recettesParDateSchema },
      },
    },
    ({ person, params, query: { daterange, pas } }) =>
      service.recettesParEntite(person, { ramification: [params.id], ...daterange, pas, betail: '0' }),
  );
}
