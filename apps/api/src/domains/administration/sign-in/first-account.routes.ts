/** The screen « Premier démarrage ». */
import { firstAccountEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { makeFirstAccount } from './first-account.service.ts';

export function firstAccountRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, firstAccountEndpoints, ['Connexion']);
  route('POST /premier-demarrage', ({ body, id }) => makeFirstAccount(db, body, id), {
    config: { open: true },
  });
}
