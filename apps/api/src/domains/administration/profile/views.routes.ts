/** Saved views of the signed-in person. */
import { viewEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { deleteView, listViews } from './views.repository.ts';
import { keepView } from './views.service.ts';

export function viewRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, viewEndpoints, ['Vues']);
  route('GET /vues', ({ person, query }) => listViews(db, person, query.ecran));
  route('POST /vues', ({ person, body }) => keepView(db, person.id, body));
  route('DELETE /vues/{id}', async ({ person, params }) => {
    if (!(await db.transaction().execute((trx) => deleteView(trx, person.id, params.id)))) throw notFound();
  });
}
