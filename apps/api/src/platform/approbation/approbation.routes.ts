/** What waits for a second person, over HTTP. */
import { approbationEndpoints, RESOURCES } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Approbations } from './approbation.service.ts';

export function approbationRoutes(app: FastifyInstance, service: Approbations): void {
  const route = routesOf(app, approbationEndpoints, [RESOURCES.approbations.many]);
  route('GET /approbations', ({ person, query }) => service.list(person, query));
  route('GET /approbations/attente', async ({ person }) => ({ nombre: await service.count(person) }));
  route('GET /approbations/{id}', ({ person, params }) => service.find(person, params.id));
  route('POST /approbations/{id}/approuver', ({ person, params, id }) =>
    service.approve(person, params.id, id),
  );
  route('POST /approbations/{id}/refuser', ({ person, params, body, id }) =>
    service.refuse(person, params.id, body, id),
  );
}
