/** The four calls of the dashboard (specification 1 section 7). */
import {
  dashboardSchema,
  dateRangeSchema,
  type FigureQuery,
  figureQuerySchema,
  idParam,
  yearSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { dashboardService } from './dashboard.service.ts';

const detailQuery = z.object({ daterange: dateRangeSchema, annee: yearSchema.optional() });
const schema = { tags: ['Tableau de bord'], response: { 200: dashboardSchema } };

export function dashboardRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const read = dashboardService(db, today);
  const inPlace = (
    place: Pick<FigureQuery, 'entite' | 'ramification'>,
    { daterange, annee }: z.infer<typeof detailQuery>,
  ): FigureQuery => ({
    ...place,
    from: daterange?.from,
    to: daterange?.to,
    annee,
    base: 'enrolement',
    betail: '0',
  });

  routes.get(
    '/v2/dashboard/by-entite',
    { schema: { ...schema, querystring: figureQuerySchema } },
    (request) => read(request.person, request.query),
  );
  routes.get(
    '/v2/dashboard/entite-details/:id',
    { schema: { ...schema, params: idParam, querystring: detailQuery } },
    ({ person, params, query }) => read(person, inPlace({ entite: [params.id] }, query)),
  );
  // two addresses of one answer: the specification asks for both
  for (const path of ['ramification-details', 'ramification'])
    routes.get(
      `/v2/dashboard/${path}/:id`,
      { schema: { ...schema, params: idParam, querystring: detailQuery } },
      ({ person, params, query }) => read(person, inPlace({ ramification: [params.id] }, query)),
    );
}
