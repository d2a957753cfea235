/** What waits for a second person, over HTTP. */
import { approbationEndpoints, APPROBATION_MESSAGES, MAX_PIECE_BYTES, RESOURCES } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Replays } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { sendDocument } from '#src/platform/http/document.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { approbationService } from './approbation.service.ts';
import { pieceService } from './piece.service.ts';

const TAGS = [RESOURCES.approbations.many];
const BOUNDS: UploadBounds = {
  maxBytes: MAX_PIECE_BYTES,
  tooLarge: () => new AppError('fichier.trop-grand', APPROBATION_MESSAGES.tropGrande),
  atOnce: 5,
};

export async function approbationRoutes(
  app: FastifyInstance,
  db: Database,
  { approbations, files, spool }: { approbations: Replays; files: FileStore; spool: Spool },
): Promise<void> {
  const service = approbationService(db, approbations);
  const route = routesOf(app, approbationEndpoints, TAGS);
  const pieces = pieceService(db, service, files);
  route('GET /approbations', ({ person, query }) => service.list(person, query));
  route('GET /approbations/attente', async ({ person }) => ({ nombre: await service.count(person) }));
  route('GET /approbations/{id}', ({ person, params }) => service.find(person, params.id));
  route('POST /approbations/{id}/approuver', ({ person, params, id }) =>
    service.approve(person, params.id, id),
  );
  route('POST /approbations/{id}/refuser', ({ person, params, body, id }) =>
    service.refuse(person, params.id, body, id),
  );
  await app.register(async (scope) => {
    const read = await acceptUploads(scope, spool, BOUNDS);
    routesOf(
      scope,
      approbationEndpoints,
      TAGS,
    )('POST /approbations/{id}/piece', (request) =>
      pieces.add(request.person, request.params.id, () => read(request), request.id),
    );
  });
  route('GET /approbations/{id}/piece', async ({ person, params }, reply) => {
    const { size, content, type, nom } = await pieces.open(person, params.id);
    return sendDocument(reply, { size, content, type, nom });
  });
}
