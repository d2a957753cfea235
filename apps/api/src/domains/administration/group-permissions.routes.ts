/** The permission screen of a group. */
import { groupPermissionsBody, groupPermissionsReply, groups, idParam } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { groupPermissionService } from './group-permissions.service.ts';

export function groupPermissionRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = groupPermissionService(db);
  const path = `/v2/${groups.path}/:id/permissions`;
  const tags = [groups.label.many];
  const response = { 200: groupPermissionsReply };

  routes.get(path, { schema: { tags, params: idParam, response } }, async (request, reply) => {
    const found = await service.find(request.person, request.params.id);
    reply.header('etag', `"${found.version}"`);
    return found;
  });
  routes.put(path, { schema: { tags, params: idParam, body: groupPermissionsBody, response } }, (request) =>
    service.replace(
      request.person,
      request.params.id,
      request.body.permissions,
      versionFrom(request.headers['if-match']),
      request.id,
    ),
  );
}
