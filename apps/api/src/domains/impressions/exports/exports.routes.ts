/** Lists as files (specification 2 sections 2.14 and 9). */
import { exportBody } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { filesOf, leaving, sendFile } from '../file-reply.ts';
import { type ExportOptions, exportService } from './exports.service.ts';

export function exportRoutes(app: FastifyInstance, db: Database, options: ExportOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = exportService(db, options);
  const tags = ['Exports'];
  const fileReply = filesOf(Object.values(FILE_FORMATS).map(({ type }) => type));

  routes.post(
    '/v2/exports',
    { schema: { tags, body: exportBody, response: { 200: fileReply } } },
    async (request, reply) =>
      sendFile(reply, await service.stream(request.person, request.body, request.id, leaving(reply))),
  );
}
