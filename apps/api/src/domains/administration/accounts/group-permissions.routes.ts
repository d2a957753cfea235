/** The permission screen of a group. */
import { groupPermissionEndpoints, groups } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { groupPermissionService } from './group-permissions.service.ts';

export function groupPermissionRoutes(app: FastifyInstance, db: Database): void {
  const service = groupPermissionService(db);
  const route = routesOf(app, groupPermissionEndpoints, [groups.label.many]);
  route('GET /groups/{id}/permissions', async ({ person, params }, reply) => {
    const found = await service.find(person, params.id);
    reply.header('etag', `"${found.version}"`);
    return found;
  });
  route('PUT /groups/{id}/permissions', ({ person, params, body, headers, id }) =>
    service.replace(person, params.id, body, versionFrom(headers['if-match']), id),
  );
}
