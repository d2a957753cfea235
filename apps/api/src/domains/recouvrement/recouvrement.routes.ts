/** Tours over HTTP. */
import { recouvrementEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { preparationService } from './preparation.service.ts';
import { tourneeService } from './tournees.service.ts';
import { visiteService } from './visites.service.ts';

/** Lists whose rows are taxpayers. */
const OF_TAXPAYERS = ['contribuables', 'enrollements', 'impayes'];

export function recouvrementRoutes(
  app: FastifyInstance,
  db: Database,
  { selectables, today }: { selectables: Selectables; today: () => string },
): void {
  const route = routesOf(app, recouvrementEndpoints, ['Restes à recouvrer']);
  const tournees = tourneeService(db);
  const preparation = preparationService(db, today);
  const visites = visiteService(db, today);

  route('GET /tournees', ({ person, query }) => tournees.list(person, query), READS);
  route('POST /tournees/preparation', ({ person, body }) =>
    preparation.prepare(person, () => resolveTargets(db, selectables, person, OF_TAXPAYERS, body)),
  );
  route('POST /tournees', ({ person, body, id }) =>
    preparation.create(
      person,
      async () => ({
        ids: await resolveTargets(db, selectables, person, OF_TAXPAYERS, body),
        agent: body.agent,
        jour: body.jour,
      }),
      id,
    ),
  );
  route('GET /tournees/{id}', ({ person, params }) => tournees.find(person, params.id), READS);
  route('DELETE /tournees/{id}', ({ person, params, id }) => tournees.remove(person, params.id, id));
  route('GET /visites', ({ person, query }) => visites.list(person, query), READS);
  route('GET /visites/totaux', ({ person, query }) => visites.totals(person, query), READS);
  route('PATCH /visites/{id}', ({ person, params, body, headers, id }) =>
    visites.note(person, params.id, () => body, {
      version: versionFrom(headers['if-match']),
      requestId: id,
    }),
  );
}
