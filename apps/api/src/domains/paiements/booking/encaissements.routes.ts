/** HTTP routes of the counter. */
import { encaissementEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { annulationService } from '../undoing/annulation.service.ts';
import { encaissementService } from './encaissements.service.ts';
import { repartition } from './paiements.service.ts';
import { reimputationService } from '../undoing/reimputation.service.ts';
import type { TillPort } from './till.ts';

export function encaissementRoutes(
  app: FastifyInstance,
  db: Database,
  { till, approbations }: { till: TillPort; approbations: Approbations },
): void {
  const route = routesOf(app, encaissementEndpoints, ['Encaissements']);
  const service = encaissementService(db, till);
  const annulation = annulationService(db, { till, approbations });
  const reimputation = reimputationService(db, { till, approbations });
  route(
    'POST /encaissements',
    async ({ person, body, query, headers, id }, reply) => {
      const { encaissement, nouvelle } = await service.take(person, body, {
        key: headers['idempotency-key'],
        refuseExcess: query.excedent === 'refuser',
        requestId: id,
      });
      return reply.code(nouvelle ? 201 : 200).send(encaissement);
    },
    { right: needs('transactions', 'Créer') },
  );
  route('GET /encaissements', ({ person, query }) => service.list(person, query.jour), READS);
  route('POST /encaissements/{id}/annulation', ({ person, params, body, id }) =>
    annulation.cancel(person, params.id, body, id),
  );
  route(
    'POST /encaissements/{id}/reimputation',
    ({ person, params, query, body, id }) =>
      reimputation.ofEncaissement(person, params.id, body, {
        refuseExcess: query.excedent === 'refuser',
        requestId: id,
      }),
    { right: needs('guichet', 'Annuler') },
  );
  route(
    'POST /transactions/{id}/reimputation',
    ({ person, params, query, body, id }) =>
      reimputation.ofTransaction(person, params.id, body, {
        // a getter: an invalid query is told only after the right is checked, which depends on the payment
        get refuseExcess() {
          return query.excedent === 'refuser';
        },
        requestId: id,
      }),
    { right: needs('transactions', 'Supprimer') },
  );
  route(
    'GET /contribuables/{id}/repartition',
    ({ person, params, query }) => repartition(db, person, params.id, query),
    { right: needs('transactions', 'Créer') },
  );
  route('GET /encaissements/{id}', ({ person, params }) => service.show(person, params.id), READS);
}
