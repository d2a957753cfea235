/** A taxpayer's record over HTTP (specification 2 sections 2.5, 2.9, 3 and 7). */
import {
  apercuSchema,
  contribuableFicheSchema,
  echecSchema,
  ficheIndividuelleSchema,
  idParam,
  journalActSchema,
  listOf,
  listQuerySchema,
  yearSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import type { contribuableService } from './contribuables.service.ts';
import { ficheService } from './fiches.service.ts';

export function ficheRoutes(
  app: FastifyInstance,
  db: Database,
  taxpayers: Pick<ReturnType<typeof contribuableService>, 'find'>,
  today: () => string,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = ficheService(db, taxpayers, today);
  const tags = ['Contribuables'];

  routes.get(
    '/v2/contribuables/:id',
    { schema: { tags, params: idParam, response: { 200: contribuableFicheSchema } } },
    async ({ person, params }, reply) => {
      const contribuable = await service.fiche(person, params.id);
      reply.header('etag', `"${contribuable.version}"`);
      return contribuable;
    },
  );
  routes.get(
    '/v2/contribuables/:id/apercu',
    { schema: { tags, params: idParam, response: { 200: apercuSchema } } },
    ({ person, params }) => service.apercu(person, params.id),
  );
  routes.get(
    '/v2/contribuables/:id/echeances',
    { schema: { tags, params: idParam, response: { 200: z.object({ data: z.array(echecSchema) }) } } },
    async ({ person, params }) => ({ data: await service.echeances(person, params.id) }),
  );
  routes.get(
    '/v2/contribuables/:id/historique',
    {
      schema: {
        tags,
        params: idParam,
        querystring: listQuerySchema,
        response: { 200: listOf(journalActSchema) },
      },
    },
    ({ person, params, query }) => service.historique(person, params.id, query),
  );
  routes.get(
    '/v2/contribuables/:id/individuel',
    {
      schema: {
        tags,
        params: idParam,
        querystring: z.object({ annee: yearSchema.optional() }),
        response: { 200: ficheIndividuelleSchema },
      },
    },
    ({ person, params, query }) => service.individuel(person, params.id, query.annee),
  );
}
