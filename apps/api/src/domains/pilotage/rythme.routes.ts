/** The pace of collection over HTTP. */
import { rythmeEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { rythmeService } from './rythme.service.ts';

export function rythmeRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const read = rythmeService(db, today);
  const route = routesOf(app, rythmeEndpoints, ['Statistiques']);
  route('GET /statistiques/rythme', ({ person, query }) => read(person, query));
}
