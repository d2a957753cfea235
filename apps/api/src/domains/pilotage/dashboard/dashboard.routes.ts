/** The four calls of the dashboard (specification 1 section 7). */
import { dashboardEndpoints, type DashboardDetailQuery, type FigureQuery } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { ReadDashboard } from './dashboard.service.ts';

const inPlace = (
  place: Pick<FigureQuery, 'entite' | 'ramification'>,
  { daterange, annee }: DashboardDetailQuery,
): FigureQuery => ({
  ...place,
  from: daterange?.from,
  to: daterange?.to,
  annee,
  base: 'enrolement',
  betail: '0',
});

export function dashboardRoutes(app: FastifyInstance, read: ReadDashboard): void {
  const route = routesOf(app, dashboardEndpoints, ['Tableau de bord'], READS);
  route('GET /dashboard/by-entite', ({ person, query }) => read(person, query));
  route(
    'GET /dashboard/entite-details/{id}',
    ({ person, params, query }) => read(person, inPlace({ entite: [params.id] }, query)),
    { right: needs('tableau-de-bord', 'Voir') },
  );
  for (const address of [
    'GET /dashboard/ramification-details/{id}',
    'GET /dashboard/ramification/{id}',
  ] as const)
    route(
      address,
      ({ person, params, query }) => read(person, inPlace({ ramification: [params.id] }, query)),
      { right: needs('tableau-de-bord', 'Voir') },
    );
}
