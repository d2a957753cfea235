/** What a collectivité lacks, over HTTP. */
import { miseEnServiceEndpoints, SCREENS } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { etatOf } from './etat.service.ts';

export function miseEnServiceRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const route = routesOf(app, miseEnServiceEndpoints, [SCREENS['mise-en-service'].nom]);
  route(
    'GET /mise-en-service',
    ({ person, query }) => etatOf(db, person, query.entite, query.annee ?? Number(today().slice(0, 4))),
    { right: needs('collectivites', 'Lister') },
  );
}
