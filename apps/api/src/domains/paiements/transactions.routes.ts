/** Payments over HTTP (specification 2 sections 2.8, 2.13 and 7). */
import {
  idempotencyHeaders,
  idParam,
  listOf,
  paiementBody,
  removalReason,
  suppressionTransactions,
  transactionPatch,
  transactionQuerySchema,
  transactionRowSchema,
  transactionSchema,
  transactionTotalsSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { keptText } from '#src/platform/listing/kept-text.ts';
import { resolveTargets, type Selectables, targetsSchema } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { removalService } from './transaction-removal.service.ts';
import { paiementService } from './paiements.service.ts';
import { transactionChanges } from './transaction-changes.service.ts';
import { transactionService } from './transactions.service.ts';

const RESOURCE = 'transactions';

export async function transactionRoutes(
  app: FastifyInstance,
  db: Database,
  { selectables, jobs }: { selectables: Selectables; jobs: Jobs },
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = transactionService(db);
  const changes = transactionChanges(db);
  const paiements = paiementService(db);
  const removal = await removalService(db, jobs);
  const tags = ['Transactions'];
  selectables.set(RESOURCE, (person, query, except) => {
    const parsed = transactionQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  });

  routes.post(
    '/v2/contribuables/transactions',
    {
      schema: {
        tags,
        headers: idempotencyHeaders,
        body: paiementBody,
        response: { 200: transactionRowSchema, 201: transactionRowSchema },
      },
    },
    async ({ person, body, headers, id }, reply) => {
      const { transaction, nouvelle } = await paiements.take(person, body, headers['idempotency-key'], id);
      return reply.code(nouvelle ? 201 : 200).send(transaction);
    },
  );
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
    { schema: { tags, params: idParam, response: { 200: transactionSchema } } },
    async ({ person, params }, reply) => {
      const transaction = await service.show(person, params.id);
      reply.header('etag', `"${transaction.version}"`);
      return transaction;
    },
  );
  routes.patch(
    '/v2/transactions/:id',
    { schema: { tags, params: idParam, body: transactionPatch, response: { 200: transactionSchema } } },
    async ({ person, params, body, headers, id }) => {
      const row = await service.find(person, params.id);
      await changes.patch(person, row, body, versionFrom(headers['if-match']), id);
      return service.show(person, params.id);
    },
  );
  routes.delete(
    '/v2/transactions/:id',
    { schema: { tags, params: idParam, querystring: removalReason, response: { 204: z.null() } } },
    async ({ person, params, query, id }, reply) => {
      await changes.remove(person, await service.find(person, params.id), query.motif, id);
      return reply.code(204).send(null);
    },
  );
  routes.post(
    '/v2/transactions/suppression',
    {
      schema: {
        tags,
        body: z.intersection(targetsSchema, removalReason),
        response: { 200: suppressionTransactions },
      },
    },
    async ({ person, body, id }) => {
      const ids = await resolveTargets(db, selectables, person, RESOURCE, body);
      return removal.removeMany(person, ids, body.motif, async (one) =>
        changes.remove(person, await service.find(person, one), body.motif, id),
      );
    },
  );
}
