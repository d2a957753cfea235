/** Official papers over HTTP: their texts, their crest, and a notice as it would be printed with them. */
import { ECUSSON_MESSAGES, MAX_ECUSSON_BYTES, MEDIA_TYPES, papierEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import type { PieceOptions } from '../pieces/piece-info.ts';
import { papierService } from './papiers.service.ts';

const tooLarge = (): AppError => new AppError('fichier.trop-grand', ECUSSON_MESSAGES.tropGrand);
const BOUNDS: UploadBounds = { maxBytes: MAX_ECUSSON_BYTES, tooLarge, atOnce: 2 };

export async function papierRoutes(
  app: FastifyInstance,
  db: Database,
  { spool, ...options }: PieceOptions & { spool: Spool },
): Promise<void> {
  const service = papierService(db, options);
  const tags = ['Papiers officiels'];
  const route = routesOf(app, papierEndpoints, tags);
  route('GET /entites/{id}/papiers', ({ person, params }) => service.find(person, params.id));
  route('PUT /entites/{id}/papiers', ({ person, params, body, headers, id }) =>
    service.save(person, params.id, body, versionFrom(headers['if-match'] as string | undefined), id),
  );
  route(
    'GET /entites/{id}/papiers/apercu',
    async ({ person, params }, reply) =>
      reply
        .type(MEDIA_TYPES.pdf)
        .header('content-disposition', 'inline; filename="apercu.pdf"')
        .header('cache-control', 'no-store')
        // lets the browser's PDF viewer show it inside the screen
        .header('content-security-policy', "frame-ancestors 'self'")
        .send(await service.apercu(person, params.id)),
    COSTLY,
  );
  route('GET /entites/{id}/papiers/ecusson', async ({ person, params }, reply) =>
    reply
      .type('image/png')
      .header('cache-control', 'private, no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(await service.ecusson(person, params.id)),
  );
  route('DELETE /entites/{id}/papiers/ecusson', ({ person, params, id }) =>
    service.removeEcusson(person, params.id, id),
  );
  await app.register(async (scope) => {
    const readUpload = await acceptUploads(scope, spool, BOUNDS);
    routesOf(
      scope,
      papierEndpoints,
      tags,
    )('POST /entites/{id}/papiers/ecusson', (request) =>
      service.addEcusson(request.person, request.params.id, () => readUpload(request), request.id),
    );
  });
}
