/** Remembers a long selection, so that a bulk act can name it by a token. */
import { selectionEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { saveSelection, type Selectables } from './selection.ts';

export function selectionRoutes(app: FastifyInstance, db: Database, selectables: Selectables): void {
  const route = routesOf(app, selectionEndpoints, ['Sélections']);
  route('POST /selections', ({ person, body }) => saveSelection(db, selectables, person, body), COSTLY);
}
