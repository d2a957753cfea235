/** Who may see a sub-entity, and why (specification 1 section 2, row menu of the sub-entities). */
import {
  accesRowSchema,
  idParam,
  listOf,
  listQuerySchema,
  type ListQuery,
  ramifications,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ramificationDeclaration } from '#src/domains/territoire/index.ts';
import { demand, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { filtersOf, readList } from '#src/platform/listing/listing.ts';
import { resourceService } from '#src/platform/resource/resource.service.ts';
import { accesList } from './acces.repository.ts';

export function accesRoutes(app: FastifyInstance, db: Database): void {
  const { find } = resourceService(db, ramificationDeclaration);
  app.withTypeProvider<ZodTypeProvider>().get(
    `/v2/${ramifications.path}/:id/acces`,
    {
      schema: {
        tags: [ramifications.label.many],
        params: idParam,
        querystring: listQuerySchema,
        response: { 200: listOf(accesRowSchema) },
      },
    },
    async ({ person, params, query }) => {
      demand(person, ramifications.navigation, 'Voir');
      await find(person, params.id);
      const asked: ListQuery = query;
      return readList(
        db,
        accesList(scopeOf(person), params.id),
        { conditions: [], filters: filtersOf(asked) },
        asked,
      );
    },
  );
}
