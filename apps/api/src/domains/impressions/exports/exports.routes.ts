/** Lists as files (specification 2 sections 2.14 and 9). */
import { exportEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demandUtilisateur } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { leaving, sendFile, sendDelivery } from '../file-reply.ts';
import type { Delivery } from './delivery.ts';
import { listRequest } from './list-files.ts';

export function exportRoutes(app: FastifyInstance, db: Database, { deliver, works: files }: Delivery): void {
  const route = routesOf(app, exportEndpoints, ['Exports']);
  route(
    'POST /exports',
    async ({ person, body, id }, reply) => {
      demandUtilisateur(person);
      return sendDelivery(
        reply,
        await deliver(person, await listRequest(db, person, body), id, leaving(reply)),
      );
    },
    COSTLY,
  );
  route('GET /exports', async ({ person }) => ({ data: await files.list(person) }));
  route('GET /exports/{export}', ({ person, params }) => files.find(person, params.export));
  route(
    'GET /exports/{export}/fichier',
    async ({ person, params }, reply) => sendFile(reply, await files.open(person, params.export)),
    COSTLY,
  );
  route('DELETE /exports/{export}', ({ person, params }) => files.remove(person, params.export));
}
