/** The outline of a sub-entity over HTTP. */
import { contourEndpoints, ramifications } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { contourService } from './contour.service.ts';

export function contourRoutes(app: FastifyInstance, db: Database): void {
  const service = contourService(db);
  const route = routesOf(app, contourEndpoints, [ramifications.label.many]);
  route('GET /ramifications/{id}/contour', ({ person, params }) => service.find(person, params.id));
  route('PUT /ramifications/{id}/contour', ({ person, params, body, headers, id }) =>
    service.save(person, params.id, body, versionFrom(headers['if-match']), id),
  );
  route('DELETE /ramifications/{id}/contour', ({ person, params, headers, id }) =>
    service.remove(person, params.id, versionFrom(headers['if-match']), id),
  );
}
