/** The documents of suspensions and moratoires over HTTP. */
import { APPROBATION_MESSAGES, MAX_PIECE_BYTES, suspensionEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { sendDocument } from '#src/platform/http/document.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { documentService } from './documents.service.ts';

const TAGS = ['Fiscalité'];
const BOUNDS: UploadBounds = {
  maxBytes: MAX_PIECE_BYTES,
  tooLarge: () => new AppError('fichier.trop-grand', APPROBATION_MESSAGES.tropGrande),
  atOnce: 5,
};

export async function suspensionDocumentRoutes(
  app: FastifyInstance,
  db: Database,
  { files, spool }: { files: FileStore; spool: Spool },
): Promise<void> {
  const documents = documentService(db, files);
  await app.register(async (scope) => {
    const read = await acceptUploads(scope, spool, BOUNDS);
    routesOf(
      scope,
      suspensionEndpoints,
      TAGS,
    )('POST /suspensions/{id}/document', (request) =>
      documents.attach(request.person, request.params.id, () => read(request), request.id),
    );
  });
  routesOf(
    app,
    suspensionEndpoints,
    TAGS,
  )('GET /suspensions/{id}/document', async ({ person, params }, reply) =>
    sendDocument(reply, await documents.open(person, params.id)),
  );
}
