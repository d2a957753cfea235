/** Notes and tasks over HTTP. */
import { noteEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { contribuableService } from '../contribuables.service.ts';
import { noteService } from './notes.service.ts';

export function noteRoutes(
  app: FastifyInstance,
  db: Database,
  taxpayers: Pick<ReturnType<typeof contribuableService>, 'find'>,
  today: () => string,
): void {
  const service = noteService(db, taxpayers, today);
  const route = routesOf(app, noteEndpoints, ['Contribuables']);
  route('GET /contribuables/{id}/notes', async ({ person, params }) => ({
    data: await service.list(person, params.id),
  }));
  route('POST /contribuables/{id}/notes', ({ person, params, body, headers, id }) =>
    service.create(person, params.id, body, { key: headers['idempotency-key'], requestId: id }),
  );
  route('PUT /contribuables/{id}/notes/{note}/fait', ({ person, params, body, id }) =>
    service.mark(person, [params.id, params.note], body, id),
  );
  route('DELETE /contribuables/{id}/notes/{note}', ({ person, params, id }) =>
    service.remove(person, [params.id, params.note], id),
  );
  route('GET /notes/a-faire', ({ person, query }) => service.taches(person, query));
}
