/** Photos over HTTP: sent as multipart, served behind session and scope (specification 2 sections 2.5 and 7). */
import { MAX_PHOTO_BYTES, photoEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { tooLarge } from '#src/platform/files/image.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { photoService } from './photos.service.ts';

/** An agent sends the photos of a whole round when the network is back. */
const BOUNDS: UploadBounds = { maxBytes: MAX_PHOTO_BYTES, tooLarge, atOnce: 10 };
const pictureFile = {
  description: 'Image JPEG',
  content: { 'image/jpeg': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
};

export async function photoRoutes(
  app: FastifyInstance,
  db: Database,
  { files, spool }: { files: FileStore; spool: Spool },
): Promise<void> {
  const service = photoService(db, files, (error) =>
    app.log.error({ err: error }, 'files that nothing names could not be deleted'),
  );
  app.addHook('onReady', () => service.sweep());
  const tags = ['Photos'];
  const route = routesOf(app, photoEndpoints, tags);

  await app.register(async (scope) => {
    const readUpload = await acceptUploads(scope, spool, BOUNDS);
    const upload = routesOf(scope, photoEndpoints, tags);
    for (const resource of ['contribuables', 'equipements'] as const)
      upload(`POST /${resource}/{id}/photo`, (request) =>
        service.add(request.person, resource, request.params.id, () => readUpload(request), request.id),
      );
  });
  for (const resource of ['contribuables', 'equipements'] as const)
    route(`GET /${resource}/{id}/photos`, async ({ person, params }) => ({
      data: await service.list(person, resource, params.id),
    }));
  route('DELETE /contribuables/{id}/photo', ({ person, params, id }) =>
    service.remove(person, 'contribuables', params.id, undefined, id),
  );
  route('DELETE /equipements/{id}/photos/{photo}', ({ person, params, id }) =>
    service.remove(person, 'equipements', params.id, params.photo, id),
  );
  // photo addresses in replies do not begin with /v2
  app.withTypeProvider<ZodTypeProvider>().get(
    '/uploads/:name',
    {
      schema: { tags, params: z.object({ name: z.string() }), response: { 200: pictureFile, 304: z.null() } },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { size, content } = await service.open(request.person, name);
      // cached by the person's own browser only, which must revalidate at each use
      reply.header('cache-control', 'private, no-cache').header('etag', `"${name}"`);
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      if (request.headers['if-none-match'] === `"${name}"`) {
        content.destroy();
        return reply.code(304).type('image/jpeg').send(null);
      }
      return reply.type('image/jpeg').header('content-length', size).send(content);
    },
  );
}
