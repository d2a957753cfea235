/** Models of taxes over HTTP. */
import { type CopieBody, type Nested, taxeEndpoints, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { copyTaxes, listModeles } from './modeles.service.ts';
import { tarifCommandes, type Tarification } from '../tarifs/tarif-commandes.ts';

export function modeleRoutes(
  app: FastifyInstance,
  db: Database,
  { today, ...tarification }: Tarification & { today: () => string },
): void {
  const route = routesOf(app, taxeEndpoints, [taxes.label.many]);
  const copy = tarifCommandes(tarification)<{ body: CopieBody }, Nested[]>({
    nom: 'taxe.copier',
    right: 'Créer',
    entites: async (_trx, { body }) => [body.entite],
    run: (trx, person, { body }, requestId) => copyTaxes(trx, person, body, requestId),
  });
  route(
    'GET /entite_taxes/modeles',
    async ({ person, query }) => ({
      data: await listModeles(db, person, { ...query, annee: query.annee ?? Number(today().slice(0, 4)) }),
    }),
    { right: needs('taxes', 'Créer') },
  );
  route('POST /entite_taxes/copies', async ({ person, body, id }) => ({
    data: await copy(person, { body }, id),
  }));
}
