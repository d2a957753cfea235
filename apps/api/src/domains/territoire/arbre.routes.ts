/** The territory of a collectivité as a tree, beside its plain list. */
import { arbreQuerySchema, arbreSchema, ramifications } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { demand, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { readArbre } from './arbre.repository.ts';

export function arbreRoutes(app: FastifyInstance, db: Database): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `/v2/${ramifications.path}/arbre`,
    {
      schema: {
        tags: [ramifications.label.many],
        querystring: arbreQuerySchema,
        response: { 200: arbreSchema },
      },
    },
    async ({ person, query }) => {
      demand(person, 'ramifications', 'Lister');
      return { data: await readArbre(db, scopeOf(person), query.entite) };
    },
  );
}
