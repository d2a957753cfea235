/** Till papers over HTTP. Printing is counted, so the method is POST. */
import { MEDIA_TYPES, pieceCaisseEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { sendFile } from '../file-reply.ts';
import { type PieceCaisseOptions, pieceCaisseService } from './pieces-caisse.service.ts';

export function pieceCaisseRoutes(
  app: FastifyInstance,
  db: Database,
  { timeZone, today }: PieceCaisseOptions,
): void {
  const service = pieceCaisseService(db, { timeZone, today });
  const route = routesOf(app, pieceCaisseEndpoints, ['Caisse']);
  const type = MEDIA_TYPES.pdf;
  route(
    'POST /sessions_caisse/{id}/papier',
    async ({ person, params, id }, reply) =>
      sendFile(reply, { type, ...(await service.cloture(person, params.id, id)) }),
    COSTLY,
  );
  route(
    'POST /sessions_caisse/{id}/controles/{controle}/papier',
    async ({ person, params, id }, reply) =>
      sendFile(reply, { type, ...(await service.controle(person, params.id, params.controle, id)) }),
    COSTLY,
  );
  route(
    'POST /versements/{id}/papier',
    async ({ person, params, id }, reply) =>
      sendFile(reply, { type, ...(await service.versement(person, params.id, id)) }),
    COSTLY,
  );
  route(
    'POST /regies/{id}/situation',
    async ({ person, params, body, id }, reply) =>
      sendFile(reply, { type, ...(await service.situation(person, params.id, body, id)) }),
    { ...COSTLY, right: needs('sessions-caisse', 'Émettre') },
  );
}
