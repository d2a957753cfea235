/** The pace of collection over HTTP. */
import { rythmeEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { ReadRythme } from './rythme.service.ts';

export function rythmeRoutes(app: FastifyInstance, read: ReadRythme): void {
  const route = routesOf(app, rythmeEndpoints, ['Statistiques'], READS);
  route('GET /statistiques/rythme', ({ person, query }) => read(person, query));
}
