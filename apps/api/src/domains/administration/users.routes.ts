/** Acts on an account beside those of every resource. */
import { userEndpoints, users } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { userService } from './users.service.ts';

export function userRoutes(app: FastifyInstance, db: Database): void {
  const service = userService(db);
  const route = routesOf(app, userEndpoints, [users.label.many]);
  route('PUT /users/{id}', ({ person, params, body, headers, id }) =>
    service.replace(person, params.id, body, versionFrom(headers['if-match']), id),
  );
  route('POST /users/{id}/mot-de-passe', ({ person, params, body, id }) =>
    service.setPassword(person, params.id, body, id),
  );
  route('DELETE /users/{id}/sessions', ({ person, params, id }) =>
    service.endSessions(person, params.id, id),
  );
}
