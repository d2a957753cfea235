/** Taxpayers over HTTP (specification 2 sections 2.4 and 7). */
import {
  contribuableQuerySchema,
  contribuableRowSchema,
  contribuableTotalsSchema,
  idParam,
  listOf,
  suppressionSchema,
  targetsSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { keptText } from '#src/platform/listing/kept-text.ts';
import { type KeysOf, resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { acteRoutes } from './actes.routes.ts';
import { acteService } from './actes.service.ts';
import { enrollementRoutes, equipementRoutes } from './biens.routes.ts';
import { contribuableService } from './contribuables.service.ts';
import type { Enrolling } from './facturation.service.ts';
import { saisieRoutes } from './saisie.routes.ts';
import { ficheRoutes } from './fiches.routes.ts';

const RESOURCE = 'contribuables';

export interface ContribuableOptions extends Enrolling {
  db: Database;
  jobs: Jobs;
  selectables: Selectables;
}

export async function contribuableRoutes(
  app: FastifyInstance,
  { db, jobs, selectables, ...enrolling }: ContribuableOptions,
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = contribuableService(db, enrolling.today);
  const { find, visible } = service;
  saisieRoutes(app, db, enrolling, service);
  equipementRoutes(app, db, enrolling, selectables);
  enrollementRoutes(app, db, enrolling, selectables);
  acteRoutes(app, db, await acteService({ db, jobs, enrolling, find, visible }), selectables);
  const tags = ['Contribuables'];
  ficheRoutes(app, db, service, enrolling.today);
  const keysOf: KeysOf = (person, query, except) => {
    const parsed = contribuableQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  };
  selectables.set(RESOURCE, keysOf).set('enrollements', keysOf);

  routes.get(
    '/v2/contribuables',
    {
      schema: {
        tags,
        querystring: contribuableQuerySchema,
        response: { 200: listOf(contribuableRowSchema) },
      },
      serializerCompiler: keptText,
    },
    (request) => service.list(request.person, request.query),
  );
  routes.get(
    '/v2/contribuables/totaux',
    { schema: { tags, querystring: contribuableQuerySchema, response: { 200: contribuableTotalsSchema } } },
    (request) => service.totals(request.person, request.query),
  );
  routes.delete(
    '/v2/contribuables/:id',
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.remove(request.person, request.params.id, request.id);
      return reply.code(204).send(null);
    },
  );
  routes.post(
    '/v2/contribuables/suppression',
    { schema: { tags, body: targetsSchema, response: { 200: suppressionSchema } } },
    async (request) => {
      const ids = await resolveTargets(db, selectables, request.person, RESOURCE, request.body);
      const refuses = await service.removeMany(request.person, ids, request.id);
      return { total: ids.length, supprimes: ids.length - refuses.length, refuses };
    },
  );
}
