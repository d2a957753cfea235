import { exerciceParams, exerciceSchema, exercicesQuery } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { closeExercice, listExercices, reopenExercice } from './exercices.service.ts';

export function exerciceRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Échéances'];
  routes.get(
    '/v2/exercices',
    {
      schema: {
        tags,
        querystring: exercicesQuery,
        response: { 200: z.object({ data: z.array(exerciceSchema) }) },
      },
    },
    async ({ person, query }) => ({ data: await listExercices(db, person, query.entite, today()) }),
  );
  const cloture = { schema: { tags, params: exerciceParams, response: { 204: z.null() } } };
  routes.put('/v2/exercices/:entite/:annee/cloture', cloture, async ({ person, params }, reply) => {
    await closeExercice(db, person, params, today());
    return reply.code(204).send(null);
  });
  routes.delete('/v2/exercices/:entite/:annee/cloture', cloture, async ({ person, params }, reply) => {
    await reopenExercice(db, person, params);
    return reply.code(204).send(null);
  });
}
