/** Lists as files (specification 2 sections 2.14 and 9). */
import { exportBody, exportParam, exportSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { filesOf, leaving, sendFile } from '../file-reply.ts';
import { exportJobs, type ExportJobsOptions } from './export-jobs.ts';
import { exportService, type ExportServiceOptions } from './exports.service.ts';

interface ExportRoutesOptions extends Omit<ExportServiceOptions, 'files'>, ExportJobsOptions {}

export async function exportRoutes(
  app: FastifyInstance,
  db: Database,
  options: ExportRoutesOptions,
): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const files = await exportJobs(db, options);
  const service = exportService(db, { ...options, files });
  const tags = ['Exports'];
  const fileReply = filesOf(Object.values(FILE_FORMATS).map(({ type }) => type));

  routes.post(
    '/v2/exports',
    { schema: { tags, body: exportBody, response: { 200: fileReply, 202: exportSchema } } },
    async (request, reply) => {
      const made = await service.make(request.person, request.body, request.id, leaving(reply));
      return 'file' in made ? sendFile(reply, made.file) : reply.code(202).send(made.noted);
    },
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
