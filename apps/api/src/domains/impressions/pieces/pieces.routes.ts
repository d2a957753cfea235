/** Receipts and notices over HTTP: printing counts, so it is asked for by POST; checking is for everybody. */
import { avisQuery, codeParam, idParam, verificationSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { filesOf, PDF, sendFile } from '../file-reply.ts';
import { type PieceOptions, pieceService } from './pieces.service.ts';

export function pieceRoutes(app: FastifyInstance, db: Database, options: PieceOptions): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = pieceService(db, options);
  const tags = ['Reçus et avis'];
  const response = { 200: filesOf([PDF]) };

  routes.post(
    '/v2/transactions/:id/recu',
    { schema: { tags, params: idParam, response } },
    async ({ person, params, id }, reply) =>
      sendFile(reply, { type: PDF, ...(await service.recu(person, params.id, id)) }),
  );
  routes.post(
    '/v2/contribuables/:id/avis',
    { schema: { tags, params: idParam, querystring: avisQuery, response } },
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, { type: PDF, ...(await service.avis(person, params.id, query.annee, id)) }),
  );
  routes.get(
    '/v2/verification/:code',
    {
      config: { open: true },
      schema: { tags, params: codeParam, response: { 200: verificationSchema } },
    },
    async ({ params, ip }, reply) => {
      reply.header('cache-control', 'no-store');
      return service.verify(params.code, ip);
    },
  );
}
