/** Lists as files (specification 2 sections 2.14 and 9). */
import { exportBody } from '@octroi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { type ExportFile, type ExportOptions, exportService } from './exports.service.ts';

const fileReply = {
  description: 'Le fichier',
  content: Object.fromEntries(
    Object.values(FILE_FORMATS).map(({ type }) => [
      type,
      { schema: z.any().meta({ type: 'string', format: 'binary' }) },
    ]),
  ),
};

/** Aborts when the caller goes away before all was answered. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('the caller went away'));
  });
  return controller.signal;
}

const sendFile = (reply: FastifyReply, { name, type, content }: ExportFile): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);

export function exportRoutes(app: FastifyInstance, db: Database, options: ExportOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = exportService(db, options);
  const tags = ['Exports'];

  routes.post(
    '/v2/exports',
    { schema: { tags, body: exportBody, response: { 200: fileReply } } },
    async (request, reply) =>
      sendFile(reply, await service.stream(request.person, request.body, request.id, leaving(reply))),
  );
}
