/** Equipment and lines over HTTP (specification 2 sections 2.12 and 7). */
import {
  enrollementEndpoints,
  enrollementListQuery,
  equipementEndpoints,
  equipementListQuery,
} from '@octroi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { enrollementService } from './enrollements.service.ts';
import { equipementService } from './equipements.service.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import { keyFrom } from '../saisie/saisie.routes.ts';

/** Replies with a created record, or with the record created before under the same key. */
function replyMade<Row extends { version: number }>(
  reply: FastifyReply,
  { row, nouveau }: { row: Row; nouveau: boolean },
): Row {
  if (!nouveau) reply.header('idempotency-replayed', 'true');
  return tagged(reply, row);
}
function tagged<Row extends { version: number }>(reply: FastifyReply, row: Row): Row {
  reply.header('etag', `"${row.version}"`);
  return row;
}

export function equipementRoutes(
  app: FastifyInstance,
  db: Database,
  enrolling: Enrolling,
  selectables: Selectables,
): void {
  const route = routesOf(app, equipementEndpoints, ['Équipements']);
  const equipements = equipementService(db, enrolling);
  selectables.set('equipements', (person, query, except) => {
    const parsed = equipementListQuery.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return equipements.keys(person, parsed.data, except);
  });
  route('GET /equipements', ({ person, query }) => equipements.list(person, query), READS);
  route('GET /equipements/{id}', async ({ person, params }, reply) =>
    tagged(reply, await equipements.find(person, params.id)),
  );
  route('POST /equipements', async ({ person, body, headers, id: requestId }, reply) => {
    const header = keyFrom(headers['idempotency-key']);
    return replyMade(reply, await equipements.create(person, body, { header, requestId }));
  });
  route('PATCH /equipements/{id}', async ({ person, params, body, headers, id: requestId }, reply) => {
    const version = versionFrom(headers['if-match']);
    return tagged(reply, await equipements.patch(person, params.id, body, version, requestId));
  });
  route('DELETE /equipements/{id}', ({ person, params, id }) => equipements.remove(person, params.id, id));
  route('POST /equipements/suppression', ({ person, body, id }) =>
    equipements.removeMany(person, () => resolveTargets(db, selectables, person, 'equipements', body), id),
  );
}

export function enrollementRoutes(
  app: FastifyInstance,
  db: Database,
  enrolling: Enrolling,
  selectables: Selectables,
): void {
  const route = routesOf(app, enrollementEndpoints, ['Enrôlements']);
  const enrollements = enrollementService(db, enrolling);
  selectables.set('bases-taxables', (person, query, except) => {
    const parsed = enrollementListQuery.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return enrollements.keys(person, parsed.data, except);
  });
  route('GET /enrollements', ({ person, query }) => enrollements.list(person, query), READS);
  route('GET /enrollements/{id}', async ({ person, params }, reply) =>
    tagged(reply, await enrollements.find(person, params.id)),
  );
  route('POST /enrollements', async ({ person, body, headers, id: requestId }, reply) => {
    const header = keyFrom(headers['idempotency-key']);
    return replyMade(reply, await enrollements.create(person, body, { header, requestId }));
  });
  route('PATCH /enrollements/{id}', async ({ person, params, body, headers, id: requestId }, reply) => {
    const version = versionFrom(headers['if-match']);
    return tagged(reply, await enrollements.patch(person, params.id, body, version, requestId));
  });
  route('DELETE /enrollements/{id}', ({ person, params, id }) => enrollements.remove(person, params.id, id));
}
