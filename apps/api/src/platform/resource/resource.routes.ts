/** The routes of a declared resource. */
import {
  idParam,
  listOf,
  listQuerySchema,
  resourceColumns,
  suppressionSchema,
  targetsSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExports } from '#src/platform/export/declaration.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { Act, ResourceDeclaration } from './resource.ts';
import { resourceService, type ServedResource } from './resource.service.ts';

/** The version that the caller read, from `If-Match: "3"`; null where none is given. */
export function versionFrom(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header);
  if (!match)
    throw new AppError('requete.invalide', "L'en-tête If-Match doit porter la version de l'élément.");
  return Number(match[1]);
}

/** What each list offers beside its routes, by resource path. */
export interface ResourceRegistries {
  selectables: Selectables;
  exports: ListExports;
}

/** `Catégories de taxes` -> `categories-de-taxes`. */
const fileName = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** @param declaration of a resource that the engine serves, or of one that brings its service */
export function resourceRoutes(
  app: FastifyInstance,
  db: Database,
  declaration: ResourceDeclaration | ServedResource,
  { selectables, exports }: ResourceRegistries,
): void {
  const { resource } = declaration;
  const service = 'serve' in declaration ? declaration.serve(db) : resourceService(db, declaration);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const path = `/v2/${resource.path}`;
  const tags = [resource.label.many];
  const allows = (act: Act): boolean => declaration.acts?.includes(act) ?? true;
  selectables.set(resource.path, service.keys);
  if (service.ask)
    exports.set(
      resource.path,
      listExport({
        title: resource.label.many,
        file: fileName(resource.label.many),
        domain: declaration.domain,
        screens: ('serve' in declaration && declaration.screens) || [resource.screen],
        columns: ('serve' in declaration && declaration.columns) || resourceColumns(resource),
        fields: resource.filterFields,
        ask: service.ask,
      }),
    );

  routes.get(
    path,
    { schema: { tags, querystring: listQuerySchema, response: { 200: listOf(resource.replySchema) } } },
    (request) => service.list(request.person, request.query),
  );

  routes.get(
    `${path}/:id`,
    { schema: { tags, params: idParam, response: { 200: resource.replySchema } } },
    async (request, reply) => {
      const row = await service.find(request.person, request.params.id);
      reply.header('etag', `"${row.version}"`);
      return row;
    },
  );

  if (allows('create'))
    routes.post(
      path,
      { schema: { tags, body: resource.createSchema, response: { 201: resource.replySchema } } },
      async (request, reply) => {
        reply.code(201);
        return service.create(request.person, request.body, request.id);
      },
    );

  if (allows('patch'))
    routes.patch(
      `${path}/:id`,
      {
        schema: {
          tags,
          params: idParam,
          body: resource.patchSchema,
          response: { 200: resource.replySchema },
        },
      },
      (request) =>
        service.patch(
          request.person,
          request.params.id,
          request.body,
          versionFrom(request.headers['if-match']),
          request.id,
        ),
    );

  const { replace } = service;
  if (replace)
    routes.put(
      `${path}/:id`,
      {
        schema: {
          tags,
          params: idParam,
          body: resource.replaceSchema,
          response: { 200: resource.replySchema },
        },
      },
      (request) =>
        replace(
          request.person,
          request.params.id,
          request.body,
          versionFrom(request.headers['if-match']),
          request.id,
        ),
    );

  if (allows('delete')) {
    routes.delete(
      `${path}/:id`,
      { schema: { tags, params: idParam, response: { 204: z.null() } } },
      async (request, reply) => {
        await service.remove(request.person, request.params.id, request.id);
        return reply.code(204).send(null);
      },
    );
    routes.post(
      `${path}/suppression`,
      { schema: { tags, body: targetsSchema, response: { 200: suppressionSchema } } },
      async (request) => {
        const ids = await resolveTargets(db, selectables, request.person, resource.path, request.body);
        const refuses = await service.removeMany(request.person, ids, request.id);
        return { total: ids.length, supprimes: ids.length - refuses.length, refuses };
      },
    );
  }
}
