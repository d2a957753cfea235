/** Taxpayers over HTTP (specification 2 sections 2.4 and 7). */
import { contribuableEndpoints, contribuableQuerySchema, impayeQuerySchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { type KeysOf, resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { acteRoutes } from './actes/actes.routes.ts';
import { acteService } from './actes/actes.service.ts';
import { enrollementRoutes, equipementRoutes } from './lignes/lignes.routes.ts';
import { contribuableService } from './contribuables.service.ts';
import { impayeService } from './impayes.service.ts';
import type { Enrolling } from './saisie/facturation.service.ts';
import { saisieRoutes } from './saisie/saisie.routes.ts';
import { exonerationRoutes } from './exonerations/exonerations.routes.ts';
import { noteRoutes } from './notes/notes.routes.ts';
import { ficheRoutes } from './fiche/fiche.routes.ts';

const RESOURCE = 'contribuables';

interface ContribuableOptions extends Enrolling {
  db: Database;
  jobs: Jobs;
  selectables: Selectables;
  approbations: Pick<Approbations, 'define'>;
}

export async function contribuableRoutes(
  app: FastifyInstance,
  { db, jobs, selectables, approbations, ...enrolling }: ContribuableOptions,
): Promise<void> {
  const route = routesOf(app, contribuableEndpoints, ['Contribuables']);
  const service = contribuableService(db, enrolling.today);
  const { find, visible } = service;
  saisieRoutes(app, db, enrolling, service);
  equipementRoutes(app, db, enrolling, selectables);
  enrollementRoutes(app, db, enrolling, selectables);
  acteRoutes(app, db, await acteService({ db, jobs, enrolling, find, visible }), selectables);
  ficheRoutes(app, db, service, enrolling.today);
  noteRoutes(app, db, service, enrolling.today);
  exonerationRoutes(app, db, { ...enrolling, approbations });
  const keysOf: KeysOf = (person, query, except) => {
    const parsed = contribuableQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  };
  selectables.set(RESOURCE, keysOf).set('enrollements', keysOf);

  route('GET /contribuables', ({ person, query }) => service.list(person, query), {
    ...READS,
  });
  route('GET /contribuables/totaux', ({ person, query }) => service.totals(person, query), READS);
  const impayes = impayeService(db, enrolling.today);
  selectables.set('impayes', (person, query, except) => {
    const parsed = impayeQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return impayes.keys(person, parsed.data, except);
  });
  route('GET /impayes', ({ person, query }) => impayes.list(person, query), READS);
  route('GET /impayes/totaux', ({ person, query }) => impayes.totals(person, query), READS);
  route('DELETE /contribuables/{id}', ({ person, params, id }) => service.remove(person, params.id, id));
  route('POST /contribuables/suppression', ({ person, body, id }) =>
    service.removeMany(person, () => resolveTargets(db, selectables, person, RESOURCE, body), id),
  );
}
