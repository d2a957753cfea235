/** Lists and reports on paper, over HTTP (specification 2 sections 2.14 and 9). */
import { documentEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demandUtilisateur } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Delivery } from '../exports/delivery.ts';
import { leaving, sendDelivery } from '../file-reply.ts';
import { documentRequest } from './documents.ts';

export function documentRoutes(app: FastifyInstance, db: Database, { deliver }: Delivery): void {
  const route = routesOf(app, documentEndpoints, ['Impressions']);
  route(
    'POST /impressions/{document}',
    async ({ person, params, query, body, id }, reply) => {
      const request = await documentRequest(db, person, params.document, body, query);
      return sendDelivery(reply, await deliver(person, request, id, leaving(reply)));
    },
    { ...COSTLY, right: demandUtilisateur },
  );
}
