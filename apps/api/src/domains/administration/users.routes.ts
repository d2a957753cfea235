/** Acts on an account beside those of every resource. */
import { idParam, newPasswordBody, users } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { userService } from './users.service.ts';

export function userRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = userService(db);
  const path = `/v2/${users.path}/:id`;
  const tags = [users.label.many];

  routes.post(
    `${path}/mot-de-passe`,
    { schema: { tags, params: idParam, body: newPasswordBody, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.setPassword(request.person, request.params.id, request.body, request.id);
      return reply.code(204).send(null);
    },
  );
  routes.delete(
    `${path}/sessions`,
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.endSessions(request.person, request.params.id, request.id);
      return reply.code(204).send(null);
    },
  );
}
