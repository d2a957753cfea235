/** Parts of payments over HTTP. */
import {
  imputationRowSchema,
  listOf,
  transactionQuerySchema,
  transactionTotalsSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { imputationService } from './imputation-list.service.ts';

export function imputationRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = imputationService(db);
  const tags = ['Transactions'];
  // place, period and livestock are those of the payments
  const querystring = transactionQuerySchema;
  selectables.set('imputations', (person, query, except) => {
    const parsed = transactionQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  });
  routes.get(
    '/v2/imputations',
    { schema: { tags, querystring, response: { 200: listOf(imputationRowSchema) } } },
    ({ person, query }) => service.list(person, query),
  );
  routes.get(
    '/v2/imputations/totaux',
    { schema: { tags, querystring, response: { 200: transactionTotalsSchema } } },
    ({ person, query }) => service.totals(person, query),
  );
}
