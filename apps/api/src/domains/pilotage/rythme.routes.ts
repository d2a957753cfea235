/** The pace of collection over HTTP. */
import { rythmeQuerySchema, rythmeSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { rythmeService } from './rythme.service.ts';

export function rythmeRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const read = rythmeService(db, today);
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v2/statistiques/rythme',
    {
      schema: { tags: ['Statistiques'], querystring: rythmeQuerySchema, response: { 200: rythmeSchema } },
    },
    (request) => read(request.person, request.query),
  );
}
