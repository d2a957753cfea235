/** The situation map over HTTP. */
import { carteQuerySchema, carteSchema, mailleQuerySchema, maillesSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { carteService } from './carte.service.ts';

export function carteRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = carteService(db, today);
  const tags = ['Statistiques'];

  routes.get(
    '/v2/statistiques/carte',
    { schema: { tags, querystring: carteQuerySchema, response: { 200: carteSchema } } },
    (request) => service.carte(request.person, request.query),
  );
  routes.get(
    '/v2/statistiques/carte/mailles',
    { schema: { tags, querystring: mailleQuerySchema, response: { 200: maillesSchema } } },
    (request) => service.mailles(request.person, request.query),
  );
}
