/** Long works as their author follows them. */
import { travailParam, travailSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Jobs } from './jobs.ts';

export function jobRoutes(app: FastifyInstance, { list, find, cancel }: Jobs): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Travaux'];
  routes.get(
    '/v2/travaux',
    { schema: { tags, response: { 200: z.object({ data: z.array(travailSchema) }) } } },
    async ({ person }) => ({ data: await list(person) }),
  );
  routes.get(
    '/v2/travaux/:travail',
    { schema: { tags, params: travailParam, response: { 200: travailSchema } } },
    ({ person, params }) => find(person, params.travail),
  );
  routes.post(
    '/v2/travaux/:travail/annulation',
    { schema: { tags, params: travailParam, response: { 200: travailSchema } } },
    ({ person, params }) => cancel(person, params.travail),
  );
}
