import { exerciceEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { exerciceCommandes, listExercices } from './exercices.service.ts';

export function exerciceRoutes(
  app: FastifyInstance,
  db: Database,
  { today, approbations }: { today: () => string; approbations: Approbations },
): void {
  const route = routesOf(app, exerciceEndpoints, ['Échéances']);
  const { close, reopen } = exerciceCommandes(approbations, today);
  route(
    'GET /exercices',
    async ({ person, query }) => ({
      data: await listExercices(db, person, query.entite, today()),
    }),
    { right: needs('ramifications', 'Valider') },
  );
  route('PUT /exercices/{entite}/{annee}/cloture', ({ person, params, id }) => close(person, params, id));
  route('DELETE /exercices/{entite}/{annee}/cloture', ({ person, params, id }) => reopen(person, params, id));
}
