/** Validation, correction and change of sector over HTTP: the calls of the specification and their POST twins. */
import {
  acteParams,
  acteReply,
  changeSecteurBody,
  changeSecteurQuery,
  contribuableSchema,
  idParam,
  validationBody,
} from '@octroi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { acteService } from './actes.service.ts';

/** The list that such acts begin at: taxpayers as they wait for a controller. */
const RESOURCE = 'enrollements';
/** Of a GET that changes something: whoever keeps replies must ask again. */
const unkept = (answer: FastifyReply): FastifyReply => answer.header('cache-control', 'no-store');

export function acteRoutes(
  app: FastifyInstance,
  db: Database,
  service: Awaited<ReturnType<typeof acteService>>,
  selectables: Selectables,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Contribuables'];
  const config = { changes: true };
  const one = { 200: contribuableSchema };
  const many = { 200: acteReply };
  const targets = (
    person: Person,
    { ids, selection }: { ids?: number[] | undefined; selection?: string | undefined },
  ): Promise<number[]> =>
    resolveTargets(db, selectables, person, RESOURCE, ids ? { ids } : { selection: selection ?? '' });

  routes.get(
    '/v2/contribuables/:id/validate/:userId',
    { config, schema: { tags, params: acteParams, response: one } },
    ({ person, params, id }, answer) => {
      unkept(answer);
      return service.validate(person, params.id, id);
    },
  );
  routes.get(
    '/v2/contribuables/:id/:userId/correct',
    { config, schema: { tags, params: acteParams, response: one } },
    ({ person, params, id }, answer) => {
      unkept(answer);
      return service.correct(person, params.id, id);
    },
  );
  routes.get(
    '/v2/contribuables/enrollement/change-secteur',
    { config, schema: { tags, querystring: changeSecteurQuery, response: many } },
    async ({ person, query }, answer) => {
      unkept(answer);
      if (!query.ids?.length) throw invalid('ids', 'Veuillez choisir des contribuables.');
      return service.changeSector(person, [...new Set(query.ids)], query.ramification);
    },
  );
  routes.post(
    '/v2/contribuables/:id/validation',
    { schema: { tags, params: idParam, response: one } },
    ({ person, params, id }) => service.validate(person, params.id, id),
  );
  routes.post(
    '/v2/contribuables/:id/correction',
    { schema: { tags, params: idParam, response: one } },
    ({ person, params, id }) => service.correct(person, params.id, id),
  );
  routes.post(
    '/v2/contribuables/validation',
    { schema: { tags, body: validationBody, response: many } },
    async ({ person, body }) => service.validateMany(person, await targets(person, body)),
  );
  routes.post(
    '/v2/contribuables/change-secteur',
    { schema: { tags, body: changeSecteurBody, response: many } },
    async ({ person, body }) => service.changeSector(person, await targets(person, body), body.ramification),
  );
}
