/** HTTP routes of payments to clear up. */
import { eclaircissementEndpoints, eclaircissementQuery } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { eclaircissementService } from './eclaircissements.service.ts';

export function eclaircissementRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const route = routesOf(app, eclaircissementEndpoints, ['Paiements à éclaircir']);
  const service = eclaircissementService(db);
  selectables.set('a_eclaircir', (person, query, except) => {
    const parsed = eclaircissementQuery.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  });
  route('GET /a_eclaircir', ({ person, query }) => service.list(person, query), READS);
  route('GET /a_eclaircir/totaux', ({ person, query }) => service.totals(person, query), READS);
  route('POST /a_eclaircir/{id}/reglement', ({ person, params, body, id }) =>
    service.settle(person, params.id, () => body, id),
  );
}
