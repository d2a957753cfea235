/** The lists of the screen « Sécurité ». */
import { SCREENS, securiteEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { securiteService } from './securite.service.ts';

export function securiteRoutes(app: FastifyInstance, db: Database): void {
  const { comptes, echecs, sessions } = securiteService(db);
  const route = routesOf(app, securiteEndpoints, [SCREENS.securite.nom]);
  route('GET /securite/comptes', ({ person, query }) => comptes.list(person, query));
  route('GET /securite/echecs', ({ person, query }) => echecs.list(person, query));
  route('GET /securite/sessions', ({ person, query }) => sessions.list(person, query));
}
