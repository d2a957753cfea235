/** Generation of échéances over HTTP (specification 1 section 7): the call of the specification and its POST twin. */
import { echeanceEndpoints, ramifications, sansTarifQuery } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand, needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { EcheanceService } from './echeances.service.ts';
import { SANS_TARIF, sansTarifService } from '../tarifs/sans-tarif.service.ts';

interface EcheanceOptions {
  service: EcheanceService;
  selectables: Selectables;
  today: () => string;
}

export function echeanceRoutes(
  app: FastifyInstance,
  db: Database,
  { service, selectables, today }: EcheanceOptions,
): void {
  const sansTarif = sansTarifService(db, today);
  selectables.set(SANS_TARIF, (person, query, except) =>
    sansTarif.keys(person, ownQuery(sansTarifQuery, query), except),
  );
  const route = routesOf(app, echeanceEndpoints, ['Échéances']);
  route(
    'GET /echeances/generate-by-ramification',
    async ({ person, query }, answer) => {
      if (!query.items?.length) throw invalid('items', 'Veuillez choisir une sous-entité.');
      answer.header('cache-control', 'no-store');
      const { items, annee } = query;
      return { data: await service.start(person, { ramifications: items, annee, aBlanc: false }) };
    },
    { config: { changes: true }, right: needs('ramifications', 'Valider') },
  );
  route('POST /echeances/generation', async ({ person, body: request }) => {
    demand(person, 'ramifications', 'Valider');
    const { selection, ...body } = request;
    const chosen = selection
      ? { ramifications: await resolveTargets(db, selectables, person, ramifications.path, { selection }) }
      : {};
    return { data: await service.start(person, { ...body, ...chosen }) };
  });
  route('GET /echeances/sans-tarif', ({ person, query }) => sansTarif.list(person, query), READS);
}
