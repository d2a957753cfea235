/** The situation map over HTTP. */
import { carteEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { carteService } from './carte.service.ts';

export function carteRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const service = carteService(db, today);
  const route = routesOf(app, carteEndpoints, ['Statistiques']);
  route('GET /statistiques/carte', ({ person, query }) => service.carte(person, query));
  route('GET /statistiques/carte/mailles', ({ person, query }) => service.mailles(person, query));
}
