/** Receipts and notices over HTTP: printing counts, so it is asked for by POST; checking is for everybody. */
import { MEDIA_TYPES, pieceEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { sendFile } from '../file-reply.ts';
import { type PieceOptions, pieceService } from './pieces.service.ts';

export function pieceRoutes(app: FastifyInstance, db: Database, options: PieceOptions): void {
  const service = pieceService(db, options);
  const type = MEDIA_TYPES.pdf;
  const route = routesOf(app, pieceEndpoints, ['Reçus et avis']);
  route('POST /transactions/{id}/recu', async ({ person, params, id }, reply) =>
    sendFile(reply, { type, ...(await service.recu(person, params.id, id)) }),
  );
  route('POST /contribuables/{id}/avis', async ({ person, params, query, id }, reply) =>
    sendFile(reply, { type, ...(await service.avis(person, params.id, query.annee, id)) }),
  );
  route(
    'GET /verification/{code}',
    ({ params, ip }, reply) => {
      reply.header('cache-control', 'no-store');
      return service.verify(params.code, ip);
    },
    { config: { open: true } },
  );
}
