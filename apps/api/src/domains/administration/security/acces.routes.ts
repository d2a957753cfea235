/** Lists who has access to a sub-entity, and why (specification 1 section 2, row menu of the sub-entities). */
import { accesEndpoints, accesQuery, ramifications } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { ramificationDeclaration } from '#src/domains/territoire/index.ts';
import { demand } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { resourceService } from '#src/platform/resource/resource.service.ts';
import { ACCES, accesService } from './acces.service.ts';

export function accesRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const { find } = resourceService(db, ramificationDeclaration);
  const acces = accesService(db);
  selectables.set(ACCES, (person, query, except) => acces.keys(person, ownQuery(accesQuery, query), except));
  const route = routesOf(app, accesEndpoints, [ramifications.label.many]);
  route('GET /ramifications/{id}/acces', async ({ person, params, query }) => {
    demand(person, 'ramifications', 'Voir');
    await find(person, params.id);
    return acces.list(person, { ...query, ramification: params.id });
  });
}
