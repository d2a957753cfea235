/** The journal of acts over HTTP: it is read, never written by a call. */
import { idParam, journalActSchema, journalListSchema, listQuerySchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { journalService } from './journal.service.ts';

export function journalRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = journalService(db);
  const tags = ['Journal'];

  routes.get(
    '/v2/journal',
    { schema: { tags, querystring: listQuerySchema, response: { 200: journalListSchema } } },
    (request) => service.list(request.person, request.query),
  );
  routes.get(
    '/v2/journal/:id',
    { schema: { tags, params: idParam, response: { 200: journalActSchema } } },
    (request) => service.find(request.person, request.params.id),
  );
}
