/** Display settings of the signed-in person. */
import { affichageEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { saveAffichage } from './affichage.repository.ts';

export function affichageRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, affichageEndpoints, ['Vues']);
  route(
    'PATCH /affichage',
    ({ person, body: { densite = null, accueil = null, formatRecu = null, epingles = null, liste } }) =>
      db
        .transaction()
        .execute((trx) =>
          saveAffichage(
            trx,
            person.id,
            { densite, accueil, formatRecu, epingles },
            liste ? { [liste.ecran]: liste.masquees } : {},
          ),
        ),
  );
}
