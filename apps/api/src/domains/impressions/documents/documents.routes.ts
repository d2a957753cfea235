/** Lists and reports on paper, over HTTP (specification 2 sections 2.14 and 9). */
import { documentBody, documentParam, exportSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import type { Delivery } from '../exports/delivery.ts';
import { FILE_TYPES, filesOf, leaving, sendMade } from '../file-reply.ts';
import { documentRequest } from './documents.ts';

export function documentRoutes(app: FastifyInstance, db: Database, { deliver }: Delivery): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/v2/impressions/:document',
    {
      schema: {
        tags: ['Impressions'],
        params: documentParam,
        body: documentBody,
        response: { 200: filesOf(FILE_TYPES), 202: exportSchema },
      },
    },
    async ({ person, params, body, id }, reply) => {
      const request = await documentRequest(db, person, params.document, body);
      return sendMade(reply, await deliver(person, request, id, leaving(reply)));
    },
  );
}
