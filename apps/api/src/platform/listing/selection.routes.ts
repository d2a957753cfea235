/** Remembers a long selection, so that a bulk act can name it by a token. */
import { selectionBody, selectionSchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '#src/platform/database/database.ts';
import { saveSelection, type Selectables } from './selection.ts';

export function selectionRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/v2/selections',
      { schema: { tags: ['Sélections'], body: selectionBody, response: { 201: selectionSchema } } },
      (request, answer) => {
        answer.code(201);
        return saveSelection(db, selectables, request.person, request.body);
      },
    );
}
