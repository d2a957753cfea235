import { exerciceEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { closeExercice, listExercices, reopenExercice } from './exercices.service.ts';

export function exerciceRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const route = routesOf(app, exerciceEndpoints, ['Échéances']);
  route('GET /exercices', async ({ person, query }) => ({
    data: await listExercices(db, person, query.entite, today()),
  }));
  route('PUT /exercices/{entite}/{annee}/cloture', ({ person, params }) =>
    closeExercice(db, person, params, today()),
  );
  route('DELETE /exercices/{entite}/{annee}/cloture', ({ person, params }) =>
    reopenExercice(db, person, params),
  );
}
