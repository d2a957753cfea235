/** The statistics over HTTP (specification 2 section 7). */
import { statistiqueEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { ofSubEntity, type StatistiqueService } from './statistiques.service.ts';

export function statistiqueRoutes(app: FastifyInstance, service: StatistiqueService): void {
  const route = routesOf(app, statistiqueEndpoints, ['Statistiques'], READS);
  route('GET /statistiques/enrollement/par-entite', ({ person, query }) =>
    service.enrolementsParEntite(person, query),
  );
  route('GET /statistiques/enrollement/par-agent', ({ person, query }) =>
    service.enrolementsParAgent(person, query),
  );
  route('GET /statistiques/enrollement/par-taxe', ({ person, query }) =>
    service.enrolementsParBase(person, query),
  );
  route('GET /statistiques/transactions/moyen-par-paiement', ({ person, query }) =>
    service.recettesParMoyen(person, query),
  );
  route(
    'GET /statistiques/transactions/par-entite',
    ({ person, query }) => service.recettesParEntite(person, ofSubEntity(query)),
    { right: needs('recouvrement-sous-entite', 'Voir') },
  );
  route('GET /statistiques/transactions/par-agent', ({ person, query }) =>
    service.recettesParAgent(person, query),
  );
  route('GET /statistiques/transactions/par-taxe', ({ person, query }) =>
    service.recettesParTaxe(person, query),
  );
  route('GET /statistiques/transactions/par-lieu', ({ person, query }) =>
    service.recettesParLieu(person, query),
  );
  route('GET /statistiques/agents', ({ person, query }) => service.agents(person, query));
  route(
    'GET /transactions/{id}/recouvrement',
    ({ person, params, query: { daterange, pas } }) =>
      service.recettesParEntite(person, { ramification: [params.id], ...daterange, pas, betail: '0' }),
    { right: needs('recouvrement-sous-entite', 'Voir') },
  );
}
