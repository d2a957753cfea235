/** Equipment and lines over HTTP (specification 2 sections 2.12 and 7). */
import {
  enrollementBody,
  enrollementListQuery,
  enrollementPatch,
  enrollementRowSchema,
  equipementBody,
  equipementPatch,
  equipementRowSchema,
  idParam,
  lieuListQuery,
  listOf,
  suppressionSchema,
  targetsSchema,
} from '@octroi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { enrollementService } from './enrollements.service.ts';
import { equipementService } from './equipements.service.ts';
import type { Enrolling } from './facturation.service.ts';
import { keyFrom } from './saisie.routes.ts';

/** A record that was made, or the one that was made before under the same key. */
function replyMade<Row extends { version: number }>(
  reply: FastifyReply,
  { row, nouveau }: { row: Row; nouveau: boolean },
): Row {
  if (!nouveau) reply.header('idempotency-replayed', 'true');
  reply.code(201);
  return tagged(reply, row);
}
function tagged<Row extends { version: number }>(reply: FastifyReply, row: Row): Row {
  reply.header('etag', `"${row.version}"`);
  return row;
}

const gone = { 204: z.null() };

export function equipementRoutes(
  app: FastifyInstance,
  db: Database,
  enrolling: Enrolling,
  selectables: Selectables,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const equipements = equipementService(db, enrolling);
  selectables.set('equipements', (person, query, except) => {
    const parsed = lieuListQuery.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return equipements.keys(person, parsed.data, except);
  });
  const tags = ['Équipements'];
  const one = { 200: equipementRowSchema };
  routes.get(
    '/v2/equipements',
    { schema: { tags, querystring: lieuListQuery, response: { 200: listOf(equipementRowSchema) } } },
    ({ person, query }) => equipements.list(person, query),
  );
  routes.get(
    '/v2/equipements/:id',
    { schema: { tags, params: idParam, response: one } },
    async ({ person, params }, reply) => tagged(reply, await equipements.find(person, params.id)),
  );
  routes.post(
    '/v2/equipements',
    { schema: { tags, body: equipementBody, response: { 201: equipementRowSchema } } },
    async ({ person, body, headers, id: requestId }, reply) => {
      const header = keyFrom(headers['idempotency-key']);
      return replyMade(reply, await equipements.create(person, body, { header, requestId }));
    },
  );
  routes.patch(
    '/v2/equipements/:id',
    { schema: { tags, params: idParam, body: equipementPatch, response: one } },
    async ({ person, params, body, headers, id: requestId }, reply) => {
      const version = versionFrom(headers['if-match']);
      return tagged(reply, await equipements.patch(person, params.id, body, version, requestId));
    },
  );
  routes.delete(
    '/v2/equipements/:id',
    { schema: { tags, params: idParam, response: gone } },
    async ({ person, params, id }, reply) => {
      await equipements.remove(person, params.id, id);
      return reply.code(204).send(null);
    },
  );
  routes.post(
    '/v2/equipements/suppression',
    { schema: { tags, body: targetsSchema, response: { 200: suppressionSchema } } },
    async ({ person, body, id }) => {
      const ids = await resolveTargets(db, selectables, person, 'equipements', body);
      const refuses = await equipements.removeMany(person, ids, id);
      return { total: ids.length, supprimes: ids.length - refuses.length, refuses };
    },
  );
}

export function enrollementRoutes(
  app: FastifyInstance,
  db: Database,
  enrolling: Enrolling,
  selectables: Selectables,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const enrollements = enrollementService(db, enrolling);
  selectables.set('bases-taxables', (person, query, except) => {
    const parsed = enrollementListQuery.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return enrollements.keys(person, parsed.data, except);
  });
  const tags = ['Enrôlements'];
  const one = { 200: enrollementRowSchema };
  routes.get(
    '/v2/enrollements',
    { schema: { tags, querystring: enrollementListQuery, response: { 200: listOf(enrollementRowSchema) } } },
    ({ person, query }) => enrollements.list(person, query),
  );
  routes.get(
    '/v2/enrollements/:id',
    { schema: { tags, params: idParam, response: one } },
    async ({ person, params }, reply) => tagged(reply, await enrollements.find(person, params.id)),
  );
  routes.post(
    '/v2/enrollements',
    { schema: { tags, body: enrollementBody, response: { 201: enrollementRowSchema } } },
    async ({ person, body, headers, id: requestId }, reply) => {
      const header = keyFrom(headers['idempotency-key']);
      return replyMade(reply, await enrollements.create(person, body, { header, requestId }));
    },
  );
  routes.patch(
    '/v2/enrollements/:id',
    { schema: { tags, params: idParam, body: enrollementPatch, response: one } },
    async ({ person, params, body, headers, id: requestId }, reply) => {
      const version = versionFrom(headers['if-match']);
      return tagged(reply, await enrollements.patch(person, params.id, body, version, requestId));
    },
  );
  routes.delete(
    '/v2/enrollements/:id',
    { schema: { tags, params: idParam, response: gone } },
    async ({ person, params, id }, reply) => {
      await enrollements.remove(person, params.id, id);
      return reply.code(204).send(null);
    },
  );
}
