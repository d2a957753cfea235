/** Cheques that their bank did not pay, over HTTP. */
import { ENCAISSEMENT_MESSAGES, MAX_PIECE_BYTES, transactionEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { sendDocument } from '#src/platform/http/document.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { rejetService } from './rejets.service.ts';

const TAGS = ['Transactions'];
const BOUNDS: UploadBounds = {
  maxBytes: MAX_PIECE_BYTES,
  tooLarge: () => new AppError('fichier.trop-grand', ENCAISSEMENT_MESSAGES.avisTropGrand),
  atOnce: 5,
};

export async function rejetRoutes(
  app: FastifyInstance,
  db: Database,
  { files, spool }: { files: FileStore; spool: Spool },
): Promise<void> {
  const route = routesOf(app, transactionEndpoints, TAGS);
  const rejets = rejetService(db, files);
  await app.register(async (scope) => {
    const read = await acceptUploads(scope, spool, BOUNDS);
    routesOf(
      scope,
      transactionEndpoints,
      TAGS,
    )('POST /transactions/{id}/rejet', (request) =>
      rejets.reject(
        request.person,
        request.params.id,
        () => request.query,
        () => read(request),
        request.id,
      ),
    );
  });
  route('GET /transactions/{id}/rejet', async ({ person, params }, reply) => {
    const { size, content, type, nom } = await rejets.open(person, params.id);
    return sendDocument(reply, { size, content, type, nom });
  });
}
