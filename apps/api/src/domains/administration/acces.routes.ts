/** Who may see a sub-entity, and why (specification 1 section 2, row menu of the sub-entities). */
import {
  accesQuery,
  accesRowSchema,
  idParam,
  listOf,
  listQuerySchema,
  ramifications,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ramificationDeclaration } from '#src/domains/territoire/index.ts';
import { demand } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { resourceService } from '#src/platform/resource/resource.service.ts';
import { ACCES, accesService } from './acces.service.ts';

export function accesRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const { find } = resourceService(db, ramificationDeclaration);
  const acces = accesService(db);
  selectables.set(ACCES, (person, query, except) => acces.keys(person, ownQuery(accesQuery, query), except));
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
      demand(person, 'ramifications', 'Voir');
      await find(person, params.id);
      return acces.list(person, { ...query, ramification: params.id });
    },
  );
}
