/** The journal of acts over HTTP: it is read and exported, never written by a call. */
import { idParam, journalActSchema, journalListSchema, listQuerySchema, todayIn } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { journalService } from './journal.service.ts';

/** Order and filter of a list, without its pages. */
const exportQuerySchema = listQuerySchema.omit({ page: true, itemperpage: true });
const csvFile = {
  description: 'Fichier CSV, UTF-8, séparé par des points-virgules',
  content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } },
};

export function journalRoutes(app: FastifyInstance, db: Database, timeZone: string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = journalService(db, timeZone);
  const tags = ['Journal'];

  routes.get(
    '/v2/journal',
    { schema: { tags, querystring: listQuerySchema, response: { 200: journalListSchema } } },
    (request) => service.list(request.person, request.query),
  );
  routes.get(
    '/v2/journal/export',
    { schema: { tags, querystring: exportQuerySchema, response: { 200: csvFile } } },
    async (request, reply) => {
      const file = await service.export(request.person, { page: 1, ...request.query }, request.id);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="journal-${todayIn(timeZone)}.csv"`)
        .send(file);
    },
  );
  routes.get(
    '/v2/journal/:id',
    { schema: { tags, params: idParam, response: { 200: journalActSchema } } },
    (request) => service.find(request.person, request.params.id),
  );
}
