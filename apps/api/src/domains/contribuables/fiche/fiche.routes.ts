/** A taxpayer's record over HTTP (specification 2 sections 2.5, 2.9, 3 and 7). */
import { ficheEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { contribuableService } from '../contribuables.service.ts';
import { ficheService } from './fiche.service.ts';

export function ficheRoutes(
  app: FastifyInstance,
  db: Database,
  taxpayers: Pick<ReturnType<typeof contribuableService>, 'find'>,
  today: () => string,
): void {
  const service = ficheService(db, taxpayers, today);
  const route = routesOf(app, ficheEndpoints, ['Contribuables']);

  route('GET /contribuables/{id}', async ({ person, params }, reply) => {
    const contribuable = await service.fiche(person, params.id);
    reply.header('etag', `"${contribuable.version}"`);
    return contribuable;
  });
  route('GET /contribuables/{id}/apercu', ({ person, params }) => service.apercu(person, params.id));
  route('GET /contribuables/{id}/echeances', async ({ person, params }) => ({
    data: await service.echeances(person, params.id),
  }));
  route('GET /contribuables/{id}/historique', ({ person, params, query }) =>
    service.historique(person, params.id, query),
  );
  route('GET /contribuables/{id}/compte', ({ person, params, query }) =>
    service.compte(person, params.id, query.annee),
  );
  route('GET /contribuables/{id}/individuel', ({ person, params, query }) =>
    service.individuel(person, params.id, query.annee),
  );
}
