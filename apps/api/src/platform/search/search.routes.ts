/** The search box: combines the results of the domains' finders. */
import { rechercheEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Finder } from './finder.ts';

/** @param finders in the order of their results */
export function searchRoutes(app: FastifyInstance, finders: readonly Finder[]): void {
  const route = routesOf(app, rechercheEndpoints, ['Recherche']);
  route('GET /recherche', async ({ person, query }) => ({
    data: (await Promise.all(finders.map((find) => find(person, query.q)))).flat(),
  }));
}
