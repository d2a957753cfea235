/** The territory of a collectivité as a tree, beside its plain list. */
import { arbreEndpoints, ramifications } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { readArbre } from './arbre.repository.ts';

export function arbreRoutes(app: FastifyInstance, db: Database): void {
  const route = routesOf(app, arbreEndpoints, [ramifications.label.many]);
  route('GET /ramifications/arbre', async ({ person, query }) => {
    demand(person, 'ramifications', 'Lister');
    return { data: await readArbre(db, scopeOf(person), query.entite) };
  });
}
