/** Routes for the list of backups, and for starting one. */
import { sauvegardeEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import type { SauvegardeService } from './sauvegardes.service.ts';

export function sauvegardeRoutes(app: FastifyInstance, service: SauvegardeService): void {
  const route = routesOf(app, sauvegardeEndpoints, ['Sauvegardes']);
  route('GET /sauvegardes', ({ person }) => service.list(person));
  route('POST /sauvegardes', ({ person, id }) => service.start(person, id));
}
