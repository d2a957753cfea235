/** Validation, correction and change of sector over HTTP: the calls of the specification and their POST twins. */
import { acteEndpoints } from '@octroi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { type acteService, demandBulk } from './actes.service.ts';

/** The list on which these acts start: enrolments waiting for a controller. */
const RESOURCE = 'enrollements';
/** A GET that changes data must not be cached: each request has to reach the server. */
const unkept = (answer: FastifyReply): FastifyReply => answer.header('cache-control', 'no-store');

export function acteRoutes(
  app: FastifyInstance,
  db: Database,
  service: Awaited<ReturnType<typeof acteService>>,
  selectables: Selectables,
): void {
  const route = routesOf(app, acteEndpoints, ['Contribuables']);
  const changes = { config: { changes: true } };
  const targets = (
    person: Person,
    { ids, selection }: { ids?: number[] | undefined; selection?: string | undefined },
  ): Promise<number[]> =>
    resolveTargets(db, selectables, person, RESOURCE, ids ? { ids } : { selection: selection ?? '' });

  route(
    'GET /contribuables/{id}/validate/{userId}',
    ({ person, params, id }, answer) => {
      unkept(answer);
      return service.validate(person, params.id, id);
    },
    changes,
  );
  route(
    'GET /contribuables/{id}/{userId}/correct',
    ({ person, params, id }, answer) => {
      unkept(answer);
      return service.correct(person, params.id, id);
    },
    changes,
  );
  route(
    'GET /contribuables/enrollement/change-secteur',
    async ({ person, query }, answer) => {
      unkept(answer);
      if (!query.ids?.length) throw invalid('ids', 'Veuillez choisir des contribuables.');
      const move = { ids: [...new Set(query.ids)], ramification: query.ramification };
      return service.changeSector(person, async () => move);
    },
    { ...changes, right: (person) => demandBulk(person, 'Modifier') },
  );
  route('POST /contribuables/{id}/validation', ({ person, params, id }) =>
    service.validate(person, params.id, id),
  );
  route('POST /contribuables/{id}/validation/annulation', ({ person, params, id }) =>
    service.undoValidation(person, params.id, id),
  );
  route('POST /contribuables/{id}/correction', ({ person, params, id }) =>
    service.correct(person, params.id, id),
  );
  route('POST /contribuables/validation', ({ person, body }) =>
    service.validateMany(person, () => targets(person, body)),
  );
  route('POST /contribuables/change-secteur', ({ person, body }) =>
    service.changeSector(person, async () => ({
      ids: await targets(person, body),
      ramification: body.ramification,
      deplacement: body.deplacement,
    })),
  );
  route('POST /contribuables/change-secteur/simulation', ({ person, body }) =>
    service.simulateSector(person, async () => ({
      ids: await targets(person, body),
      ramification: body.ramification ?? null,
      deplacement: body.deplacement,
    })),
  );
}
