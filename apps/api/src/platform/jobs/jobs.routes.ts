/** Routes to follow jobs. */
import { travailEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Jobs } from './jobs.ts';

export function jobRoutes(app: FastifyInstance, { list, find, cancel, retry }: Jobs): void {
  const route = routesOf(app, travailEndpoints, ['Travaux']);
  route('GET /travaux', async ({ person }) => ({ data: await list(person) }));
  route('GET /travaux/{travail}', ({ person, params }) => find(person, params.travail));
  route('POST /travaux/{travail}/annulation', ({ person, params }) => cancel(person, params.travail));
  route('POST /travaux/{travail}/relance', ({ person, params }) => retry(person, params.travail));
}
