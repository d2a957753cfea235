/** Receipts and notices over HTTP. Printing is counted, so the method is POST; verification is public. */
import { MEDIA_TYPES, pieceEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand, needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { Delivery } from '../exports/delivery.ts';
import { leaving, sendFile, sendDelivery } from '../file-reply.ts';
import { countAvis } from '../avis/avis-liste.ts';
import type { PieceOptions } from './piece-info.ts';
import { pieceService } from './pieces.service.ts';
import { demandPrint, recuService } from '../recus/recus.service.ts';

interface PieceRoutesOptions extends PieceOptions {
  delivery: Delivery;
  selectables: Selectables;
}

/** The lists whose rows are taxpayers. */
const TAXPAYERS = ['contribuables', 'enrollements'];

export function pieceRoutes(
  app: FastifyInstance,
  db: Database,
  { delivery, selectables, ...options }: PieceRoutesOptions,
): void {
  const service = pieceService(db, options);
  const recus = recuService(db, options);
  const type = MEDIA_TYPES.pdf;
  const route = routesOf(app, pieceEndpoints, ['Reçus et avis']);
  route(
    'POST /transactions/{id}/recu',
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, { type, ...(await recus.recu(person, params.id, query.format, id)) }),
    { ...COSTLY, right: demandPrint },
  );
  route(
    'POST /encaissements/{id}/recapitulatif',
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, { type, ...(await recus.recapitulatif(person, params.id, query.format, id)) }),
    { ...COSTLY, right: demandPrint },
  );
  route(
    'POST /contribuables/{id}/avis',
    async ({ person, params, query, id }, reply) =>
      sendFile(reply, { type, ...(await service.avis(person, params.id, query.annee, id)) }),
    { ...COSTLY, right: needs('contribuables', 'Émettre') },
  );
  route(
    'POST /contribuables/avis',
    async ({ person, body, id }, reply) => {
      demand(person, 'contribuables', 'Émettre');
      const ids = await resolveTargets(db, selectables, person, TAXPAYERS, body);
      if (!body.generate) return countAvis(db, person, ids);
      const demande = { ids, annee: body.annee ?? Number(options.today().slice(0, 4)) };
      return sendDelivery(
        reply,
        await delivery.deliver(person, { sorte: 'avis', demande }, id, leaving(reply)),
      );
    },
    COSTLY,
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
