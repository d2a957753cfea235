/** Models of taxes over HTTP. */
import { taxeEndpoints, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { copyTaxes, listModeles } from './modeles.service.ts';

export function modeleRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const route = routesOf(app, taxeEndpoints, [taxes.label.many]);
  route('GET /entite_taxes/modeles', async ({ person, query }) => ({
    data: await listModeles(db, person, { ...query, annee: query.annee ?? Number(today().slice(0, 4)) }),
  }));
  route('POST /entite_taxes/copies', async ({ person, body, id }) => ({
    data: await copyTaxes(db, person, body, id),
  }));
}
