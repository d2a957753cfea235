/** Enrolment and edit of taxpayers over HTTP (specification 2 sections 2.6 and 7). */
import { saisieEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand, needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import type { contribuableService } from '../contribuables.service.ts';
import { doublonsOf } from './doublons.service.ts';
import { edit } from './edition.service.ts';
import type { Enrolling } from './facturation.service.ts';
import { enrol } from './inscription.service.ts';

/** The `Idempotency-Key` header, with or without the quotes of a structured field. */
export const keyFrom = (header: unknown): string | undefined => {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? header.trim().replace(/^"(.*)"$/, '$1') : '';
  if (key === '' || key.length > 200)
    throw invalid('Idempotency-Key', "L'en-tête Idempotency-Key porte de 1 à 200 caractères.");
  return key;
};

export function saisieRoutes(
  app: FastifyInstance,
  db: Database,
  enrolling: Enrolling,
  { find }: Pick<ReturnType<typeof contribuableService>, 'find'>,
): void {
  const route = routesOf(app, saisieEndpoints, ['Contribuables']);

  route(
    'POST /contribuables',
    async ({ person, query, body, headers, id }, reply) => {
      const header = keyFrom(headers['idempotency-key']);
      const { contribuable, nouveau } = await enrol(db, enrolling, person, body, {
        header,
        requestId: id,
        refuseDoublons: query.doublons === 'refuser',
      });
      // a repeated enrolment gets the first reply again, for clients that lost it
      if (!nouveau) reply.header('idempotency-replayed', 'true');
      reply.header('etag', `"${contribuable.version}"`);
      return contribuable;
    },
    { right: needs('contribuables', 'Créer') },
  );
  route(
    'PATCH /contribuables/{id}',
    async ({ person, params, query, body, headers, id: requestId }, reply) => {
      const version = versionFrom(headers['if-match']);
      demand(person, 'contribuables', 'Modifier');
      const { ramification } = await find(person, params.id);
      const edition = { person, entiteId: ramification.entite.id, id: params.id, version, requestId };
      const after = await edit(db, enrolling, edition, body, query.baisse === 'refuser');
      reply.header('etag', `"${after.version}"`);
      return after;
    },
  );
  route('POST /contribuables/doublons', async ({ person, body }) => ({
    data: await doublonsOf(db, person, body),
  }));
}
