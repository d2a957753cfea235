/** The journal over HTTP. It is read-only. */
import { journalEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { journalService } from './journal.service.ts';

export function journalRoutes(app: FastifyInstance, db: Database): void {
  const service = journalService(db);
  const route = routesOf(app, journalEndpoints, ['Journal']);
  route('GET /journal', ({ person, query }) => service.list(person, query), READS);
  route('GET /journal/{id}', ({ person, params }) => service.find(person, params.id));
}
