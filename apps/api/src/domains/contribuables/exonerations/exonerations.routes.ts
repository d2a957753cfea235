/** Exonérations over HTTP. */
import { exonerationEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Enrolling } from '../saisie/facturation.service.ts';
import { exonerationService } from './exonerations.service.ts';

export function exonerationRoutes(
  app: FastifyInstance,
  db: Database,
  { approbations, ...enrolling }: Enrolling & { approbations: Pick<Approbations, 'define'> },
): void {
  const route = routesOf(app, exonerationEndpoints, ['Contribuables']);
  const service = exonerationService(db, enrolling, approbations);

  route('GET /exonerations', ({ person, query }) => service.list(person, query), READS);
  route('POST /exonerations', ({ person, body, id }) => service.grant(person, body, id));
  route('POST /exonerations/preparation', ({ person, body }) => service.prepareGrant(person, body));
  route('POST /exonerations/{id}/retrait', ({ person, params, body, id }) =>
    service.withdraw(person, params.id, body, id),
  );
  route('POST /exonerations/{id}/retrait/preparation', ({ person, params, body }) =>
    service.prepareWithdrawal(person, params.id, body),
  );
}
