/** Photos over HTTP: sent as multipart, served behind session and scope (specification 2 sections 2.5 and 7). */
import { idParam, MAX_PHOTO_BYTES, photoParams, photoSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { tooLarge } from '#src/platform/files/image.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { readUpload, takeUploads } from '#src/platform/http/upload.ts';
import { photoService } from './photos.service.ts';

const LIMITS = { maxBytes: MAX_PHOTO_BYTES, tooLarge };
const description =
  'Un fichier JPEG, PNG ou WebP de 10 Mo au plus, dans une partie `photo` d’un corps multipart/form-data.';
const pictureFile = {
  description: 'Image JPEG',
  content: { 'image/jpeg': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
};

export async function photoRoutes(app: FastifyInstance, db: Database, files: FileStore): Promise<void> {
  const service = photoService(db, files, (error) =>
    app.log.error({ err: error }, 'files that nothing names could not be deleted'),
  );
  app.addHook('onReady', () => service.sweep());
  const tags = ['Photos'];

  await app.register(async (scope) => {
    await takeUploads(scope);
    const routes = scope.withTypeProvider<ZodTypeProvider>();
    for (const resource of ['contribuables', 'equipements'] as const) {
      routes.post(
        `/v2/${resource}/:id/photo`,
        {
          schema: {
            tags,
            description,
            consumes: ['multipart/form-data'],
            params: idParam,
            response: { 201: photoSchema },
          },
        },
        async (request, reply) => {
          const readFile = async () => (await readUpload(request, LIMITS)).content;
          reply.code(201);
          return service.add(request.person, resource, request.params.id, readFile, request.id);
        },
      );
    }
  });

  const routes = app.withTypeProvider<ZodTypeProvider>();
  for (const resource of ['contribuables', 'equipements'] as const)
    routes.get(
      `/v2/${resource}/:id/photos`,
      { schema: { tags, params: idParam, response: { 200: z.object({ data: z.array(photoSchema) }) } } },
      async (request) => ({ data: await service.list(request.person, resource, request.params.id) }),
    );
  routes.delete(
    '/v2/contribuables/:id/photo',
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.remove(request.person, 'contribuables', request.params.id, undefined, request.id);
      return reply.code(204).send(null);
    },
  );
  routes.delete(
    '/v2/equipements/:id/photos/:photo',
    { schema: { tags, params: photoParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id, photo } = request.params;
      await service.remove(request.person, 'equipements', id, photo, request.id);
      return reply.code(204).send(null);
    },
  );
  routes.get(
    '/uploads/:name',
    {
      schema: { tags, params: z.object({ name: z.string() }), response: { 200: pictureFile, 304: z.null() } },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { size, content } = await service.open(request.person, name);
      // kept by the person's own browser, which asks each time whether it may still show it
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
