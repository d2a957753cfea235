/** Generation of échéances over HTTP (specification 1 section 7): the call of the specification and its POST twin. */
import {
  generateByRamificationQuery,
  generationBody,
  listOf,
  ramifications,
  sansTarifQuery,
  sansTarifRowSchema,
  travailSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { EcheanceService } from './echeances.service.ts';
import { SANS_TARIF, sansTarifService } from './sans-tarif.service.ts';

const reply = { 200: z.object({ data: z.array(travailSchema) }) };

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
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Échéances'];
  routes.get(
    '/v2/echeances/generate-by-ramification',
    {
      config: { changes: true },
      schema: { tags, querystring: generateByRamificationQuery, response: reply },
    },
    async ({ person, query }, answer) => {
      if (!query.items?.length) throw invalid('items', 'Veuillez choisir une sous-entité.');
      answer.header('cache-control', 'no-store');
      const { items, annee } = query;
      return { data: await service.start(person, { ramifications: items, annee, aBlanc: false }) };
    },
  );
  routes.post(
    '/v2/echeances/generation',
    { schema: { tags, body: generationBody, response: reply } },
    async ({ person, body: { selection, ...body } }) => {
      const chosen = selection
        ? { ramifications: await resolveTargets(db, selectables, person, ramifications.path, { selection }) }
        : {};
      return { data: await service.start(person, { ...body, ...chosen }) };
    },
  );
  routes.get(
    '/v2/echeances/sans-tarif',
    { schema: { tags, querystring: sansTarifQuery, response: { 200: listOf(sansTarifRowSchema) } } },
    ({ person, query }) => sansTarif.list(person, query),
  );
}
