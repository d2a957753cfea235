/** Suspensions of collection over HTTP. */
import { suspensionEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { suspensionService } from './suspensions.service.ts';

export function suspensionRoutes(
  app: FastifyInstance,
  db: Database,
  parts: { approbations: Pick<Approbations, 'define'>; jobs: Pick<Jobs, 'create'> },
): void {
  const route = routesOf(app, suspensionEndpoints, ['Fiscalité']);
  const service = suspensionService(db, parts);

  route('GET /suspensions', ({ person, query }) => service.list(person, query), READS);
  route('POST /suspensions', async ({ person, body, id }, reply) => {
    const created = await service.begin(person, body, id);
    reply.code(201);
    return created;
  });
  route('POST /suspensions/preparation', ({ person, body }) => service.prepare(person, body));
  route('POST /suspensions/{id}/fin', ({ person, params, body, id }) =>
    service.finish(person, params.id, body, id),
  );
  route('POST /suspensions/{id}/fin/preparation', ({ person, params, body }) =>
    service.prepareFin(person, params.id, body),
  );
}
