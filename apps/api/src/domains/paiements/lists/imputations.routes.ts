/** HTTP routes of the list of imputations. */
import { imputationEndpoints, imputationQuerySchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { imputationService } from './imputation-list.service.ts';

export function imputationRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const route = routesOf(app, imputationEndpoints, ['Transactions']);
  const service = imputationService(db);
  selectables.set('imputations', (person, query, except) => {
    const parsed = imputationQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  });
  route('GET /imputations', ({ person, query }) => service.list(person, query), READS);
  route('GET /imputations/totaux', ({ person, query }) => service.totals(person, query), READS);
}
