/** The situation map over HTTP. */
import { carteEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { CarteService } from './carte.service.ts';

export function carteRoutes(app: FastifyInstance, service: CarteService): void {
  const route = routesOf(app, carteEndpoints, ['Statistiques'], READS);
  route('GET /statistiques/carte', ({ person, query }) => service.carte(person, query));
  route('GET /statistiques/carte/contours', ({ person, query }) => service.contours(person, query));
  route('GET /statistiques/carte/lieux', ({ person, query }) => service.lieux(person, query));
  route('GET /statistiques/carte/mailles', ({ person, query }) => service.mailles(person, query));
}
