/** Tickets and counterfoil books over HTTP (ADR 0038). */
import { releveValeurQuery, valeurEndpoints, valeurQuery, venteQuerySchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { releveValeurService, valeurService } from './valeurs.service.ts';
import { venteService } from './ventes.service.ts';

export function valeurRoutes(
  app: FastifyInstance,
  db: Database,
  { selectables, today }: { selectables: Selectables; today: () => string },
): void {
  const route = routesOf(app, valeurEndpoints, ['Caisse']);
  const valeurs = valeurService(db);
  const releves = releveValeurService(db);
  const ventes = venteService(db, today);
  selectables.set('valeurs_inactives', (person, query, except) =>
    valeurs.keys(person, ownQuery(valeurQuery, query), except),
  );
  selectables.set('ventes_valeurs', (person, query, except) =>
    ventes.keys(person, ownQuery(venteQuerySchema, query), except),
  );
  selectables.set('releves_valeurs', (person, query, except) =>
    releves.keys(person, ownQuery(releveValeurQuery, query), except),
  );

  route('GET /valeurs_inactives', ({ person, query }) => valeurs.list(person, query), READS);
  route('GET /valeurs_inactives/totaux', ({ person, query }) => valeurs.totals(person, query), READS);
  route('GET /valeurs_inactives/agents', ({ person, query }) => valeurs.agents(person, query.regie), {
    right: needs('valeurs-inactives', 'Créer'),
  });
  route('POST /valeurs_inactives/mouvements', ({ person, body, id }) => valeurs.move(person, body, id));

  route('GET /ventes_valeurs', ({ person, query }) => ventes.list(person, query), READS);
  route('GET /ventes_valeurs/totaux', ({ person, query }) => ventes.totals(person, query), READS);
  route('GET /ventes_valeurs/miennes', ({ person }) => ventes.mine(person));
  route('POST /ventes_valeurs', ({ person, body, id }) => ventes.sell(person, body, id));
  route('GET /ventes_valeurs/{id}', ({ person, params }) => ventes.find(person, params.id), READS);
  route('POST /ventes_valeurs/{id}/annulation', ({ person, params, body, id }) =>
    ventes.cancel(person, params.id, body, id),
  );

  route('GET /releves_valeurs', ({ person, query }) => releves.list(person, query), READS);
  route('GET /releves_valeurs/totaux', ({ person, query }) => releves.totals(person, query), READS);
}
