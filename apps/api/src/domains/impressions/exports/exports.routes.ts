/** Lists as files (specification 2 sections 2.14 and 9). */
import { exportBody, exportParam, exportSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_TYPES, filesOf, leaving, sendFile, sendMade } from '../file-reply.ts';
import type { Delivery } from './delivery.ts';
import { listRequest } from './list-files.ts';

export function exportRoutes(app: FastifyInstance, db: Database, { deliver, works: files }: Delivery): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Exports'];
  const fileReply = filesOf(FILE_TYPES);

  routes.post(
    '/v2/exports',
    { schema: { tags, body: exportBody, response: { 200: fileReply, 202: exportSchema } } },
    async ({ person, body, id }, reply) =>
      sendMade(reply, await deliver(person, await listRequest(db, person, body), id, leaving(reply))),
  );
  routes.get(
    '/v2/exports',
    { schema: { tags, response: { 200: z.object({ data: z.array(exportSchema) }) } } },
    async ({ person }) => ({ data: await files.list(person) }),
  );
  routes.get(
    '/v2/exports/:export',
    { schema: { tags, params: exportParam, response: { 200: exportSchema } } },
    ({ person, params }) => files.find(person, params.export),
  );
  routes.get(
    '/v2/exports/:export/fichier',
    { schema: { tags, params: exportParam, response: { 200: fileReply } } },
    async ({ person, params }, reply) => sendFile(reply, await files.open(person, params.export)),
  );
  routes.delete(
    '/v2/exports/:export',
    { schema: { tags, params: exportParam, response: { 204: z.null() } } },
    async ({ person, params }, reply) => {
      await files.remove(person, params.export);
      return reply.code(204).send(null);
    },
  );
}
