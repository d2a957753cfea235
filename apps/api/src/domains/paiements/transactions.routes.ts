/** Payments over HTTP (specification 2 section 7). */
import {
  idParam,
  listOf,
  transactionQuerySchema,
  transactionRowSchema,
  transactionTotalsSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { keptText } from '#src/platform/listing/kept-text.ts';
import { transactionService } from './transactions.service.ts';

export function transactionRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = transactionService(db);
  const tags = ['Transactions'];

  routes.get(
    '/v2/transactions',
    {
      schema: { tags, querystring: transactionQuerySchema, response: { 200: listOf(transactionRowSchema) } },
      serializerCompiler: keptText,
    },
    (request) => service.list(request.person, request.query),
  );
  routes.get(
    '/v2/transactions/totaux',
    { schema: { tags, querystring: transactionQuerySchema, response: { 200: transactionTotalsSchema } } },
    (request) => service.totals(request.person, request.query),
  );
  routes.get(
    '/v2/transactions/:id',
    { schema: { tags, params: idParam, response: { 200: transactionRowSchema } } },
    (request) => service.find(request.person, request.params.id),
  );
}
