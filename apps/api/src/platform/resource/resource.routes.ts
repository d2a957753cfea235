/** The routes of a declared resource. */
import { may, resourceCalls, resourceColumns } from '@octroi/contract';
import { wordsOf } from '@octroi/contract/platform/values/text';
import type { FastifyInstance } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExports } from '#src/platform/export/declaration.ts';
import { AppError, refused } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { ResourceDeclaration } from './resource.ts';
import { resourceService, type ServedResource } from './resource.service.ts';

/** The version that the client read, from `If-Match: "3"`; null if absent. */
export function versionFrom(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header);
  if (!match)
    throw new AppError('requete.invalide', "L'en-tête If-Match doit porter la version de l'élément.");
  return Number(match[1]);
}

/** Registries to which each list adds itself, by resource path. */
interface ResourceRegistries {
  selectables: Selectables;
  exports: ListExports;
}

/** `Catégories de taxes` -> `categories-de-taxes`. */
const fileName = (title: string): string => wordsOf(title).join('-');

/** @param declaration of a resource, or of one with its own service */
export function resourceRoutes(
  app: FastifyInstance,
  db: Database,
  declaration: ResourceDeclaration | ServedResource,
  { selectables, exports }: ResourceRegistries,
): void {
  const { resource } = declaration;
  const service = 'serve' in declaration ? declaration.serve(db) : resourceService(db, declaration);
  const route = routesOf(app, resourceCalls(resource), [resource.label.many], {
    below: `/${resource.path}`,
  });
  const screens = ('serve' in declaration && declaration.screens) || [resource.screen];
  const rightOnOneOf = (permission: 'Modifier' | 'Supprimer') => (person: Person) => {
    if (!screens.some((screen) => may(person.grants, screen, permission))) throw refused();
  };
  selectables.set(resource.path, service.keys);
  if (service.narrow)
    exports.set(
      resource.path,
      listExport({
        title: resource.label.many,
        file: fileName(resource.label.many),
        domain: declaration.domain,
        screens,
        columns: ('serve' in declaration && declaration.columns) || resourceColumns(resource),
        fields: resource.filterFields,
        narrow: service.narrow,
      }),
    );

  route('GET', ({ person, query }) => service.list(person, query));
  route('GET /{id}', async ({ person, params }, reply) => {
    const row = await service.find(person, params.id);
    reply.header('etag', `"${row.version}"`);
    return row;
  });
  route('POST', ({ person, body, id }) => service.create(person, body, id));
  route(
    'PATCH /{id}',
    ({ person, params, query, body, headers, id }) =>
      service.patch(
        person,
        params.id,
        body,
        versionFrom(headers['if-match']),
        id,
        query?.baisse === 'refuser',
      ),
    { right: rightOnOneOf('Modifier') },
  );
  route(
    'DELETE /{id}',
    ({ person, params, query, id }) => service.remove(person, params.id, id, query?.baisse === 'refuser'),
    { right: rightOnOneOf('Supprimer') },
  );
  route('POST /suppression', ({ person, body, id }) =>
    service.removeMany(person, () => resolveTargets(db, selectables, person, resource.path, body), id),
  );
}
