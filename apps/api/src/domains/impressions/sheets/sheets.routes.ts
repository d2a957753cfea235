/** Sheets about taxpayers over HTTP (specification 2 sections 2.9 and 7). */
import { MEDIA_TYPES, sheetEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demandOne, demandUtilisateur, needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Delivery } from '../exports/delivery.ts';
import { leaving, sendFile, sendDelivery } from '../file-reply.ts';
import { sheetService, type SheetOptions } from './sheets.service.ts';

interface SheetRoutesOptions extends SheetOptions {
  delivery: Delivery;
}

export function sheetRoutes(
  app: FastifyInstance,
  db: Database,
  { delivery, ...options }: SheetRoutesOptions,
): void {
  const service = sheetService(db, options);
  const route = routesOf(app, sheetEndpoints, ['Impressions']);
  route(
    'GET /contribuables/{id}/individuel/pdf',
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, {
        name: 'Fiche-individuelle.pdf',
        type: MEDIA_TYPES.pdf,
        content: await service.ficheFile(person, params.id, query.annee, id),
      }),
    { ...COSTLY, right: needs('contribuables', 'Exporter') },
  );
  route('GET /contribuables/enrollement/report', ({ person, query }) => service.enrollements(person, query));
  route(
    'POST /contribuables/releve-impaye',
    async ({ person, body, id }, reply) =>
      body.generate
        ? sendDelivery(
            reply,
            await delivery.deliver(person, { sorte: 'releves', demande: body }, id, leaving(reply)),
          )
        : service.impayes(person, body),
    {
      ...COSTLY,
      right(person) {
        demandUtilisateur(person);
        demandOne(person, [
          ['contribuables', 'Lister'],
          ['contribuables', 'Exporter'],
        ]);
      },
      preValidation: async (request) => {
        const { query, body } = request;
        if (typeof (body ?? {}) === 'object' && !Array.isArray(body))
          request.body = { ...(query as object), ...(body as object) };
      },
    },
  );
}
