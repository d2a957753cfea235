/** Lists and reports on paper, over HTTP (specification 2 sections 2.14 and 9). */
import { documentBody, documentParam } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { filesOf, leaving, PDF, sendFile } from '../file-reply.ts';
import { type DocumentOptions, documentService } from './documents.service.ts';

export function documentRoutes(app: FastifyInstance, db: Database, options: DocumentOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = documentService(db, options);

  routes.post(
    '/v2/impressions/:document',
    {
      schema: {
        tags: ['Impressions'],
        params: documentParam,
        body: documentBody,
        response: { 200: filesOf([PDF]) },
      },
    },
    async ({ person, params, body, id }, reply) =>
      sendFile(reply, await service.file(person, params.document, body, id, leaving(reply))),
  );
}
