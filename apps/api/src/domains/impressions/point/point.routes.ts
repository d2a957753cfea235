/** « Point du mois » over HTTP. Making it is journaled, so the method is POST. */
import { MEDIA_TYPES, pointEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { sendFile } from '../file-reply.ts';
import type { PointService } from './point.service.ts';

export function pointRoutes(app: FastifyInstance, service: PointService): void {
  const route = routesOf(app, pointEndpoints, ['Impressions']);
  route(
    'POST /entites/{id}/point-du-mois',
    async ({ person, params, body, id }, reply) =>
      sendFile(reply, {
        type: MEDIA_TYPES.pdf,
        ...(await service.file(person, params.id, body, id)),
      }),
    COSTLY,
  );
  route('GET /entites/{id}/point-du-mois/envoi', ({ person, params }) => service.envoi(person, params.id));
  route('PUT /entites/{id}/point-du-mois/envoi', ({ person, params, body, headers, id }) =>
    service.saveEnvoi(person, params.id, body, { version: versionFrom(headers['if-match']), requestId: id }),
  );
}
