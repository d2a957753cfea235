/** Saved views: each person keeps its own. */
import { idParam } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { deleteView, listViews, saveView } from './views.repository.ts';

const viewSchema = z.object({ id: z.int(), nom: z.string(), recherche: z.string() });
const ecran = z.string().min(1).max(60);

export function viewRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Vues'];

  routes.get(
    '/v2/vues',
    { schema: { tags, querystring: z.object({ ecran }), response: { 200: z.array(viewSchema) } } },
    (request) => listViews(db, request.person.id, request.query.ecran),
  );
  routes.post(
    '/v2/vues',
    {
      schema: {
        tags,
        body: z.object({
          ecran,
          nom: z.string().trim().min(1, 'Veuillez nommer la vue').max(80),
          recherche: z.string().max(8000),
        }),
        response: { 201: viewSchema },
      },
    },
    (request, reply) => {
      const { ecran: screen, nom, recherche } = request.body;
      reply.code(201);
      return saveView(db, request.person.id, screen, nom, recherche);
    },
  );
  routes.delete(
    '/v2/vues/:id',
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      if (!(await deleteView(db, request.person.id, request.params.id))) throw notFound();
      return reply.code(204).send(null);
    },
  );
}
