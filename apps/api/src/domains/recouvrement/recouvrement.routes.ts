/** Tours, and notices handed over, over HTTP. */
import { avisRemisQuery, recouvrementEndpoints } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { sendPicture } from '#src/platform/http/document.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { remiseService } from './distribution/remises.service.ts';
import { preparationService } from './preparation.service.ts';
import { tourneeService } from './tournees.service.ts';
import { visiteService } from './visites.service.ts';

/** Lists whose rows are taxpayers. */
const OF_TAXPAYERS = ['contribuables', 'enrollements', 'impayes'];

export function recouvrementRoutes(
  app: FastifyInstance,
  db: Database,
  { selectables, files, today }: { selectables: Selectables; files: FileStore; today: () => string },
): void {
  remiseRoutes(app, db, { selectables, files, today });
  const route = routesOf(app, recouvrementEndpoints, ['Restes à recouvrer']);
  const tournees = tourneeService(db);
  const preparation = preparationService(db, today);
  const visites = visiteService(db, today);

  route('GET /tournees', ({ person, query }) => tournees.list(person, query), READS);
  route('POST /tournees/preparation', ({ person, body }) =>
    preparation.prepare(person, () => resolveTargets(db, selectables, person, OF_TAXPAYERS, body)),
  );
  route('POST /tournees', ({ person, body, id }) =>
    preparation.create(
      person,
      async () => ({
        ids: await resolveTargets(db, selectables, person, OF_TAXPAYERS, body),
        agent: body.agent,
        jour: body.jour,
      }),
      id,
    ),
  );
  route('GET /tournees/{id}', ({ person, params }) => tournees.find(person, params.id), READS);
  route('DELETE /tournees/{id}', ({ person, params, id }) => tournees.remove(person, params.id, id));
  route('GET /visites', ({ person, query }) => visites.list(person, query), READS);
  route('GET /visites/totaux', ({ person, query }) => visites.totals(person, query), READS);
  route('PATCH /visites/{id}', ({ person, params, body, headers, id }) =>
    visites.note(person, params.id, () => body, {
      version: versionFrom(headers['if-match']),
      requestId: id,
    }),
  );
}

/** The register of notices handed over. */
function remiseRoutes(
  app: FastifyInstance,
  db: Database,
  { selectables, files, today }: Parameters<typeof recouvrementRoutes>[2],
): void {
  const route = routesOf(app, recouvrementEndpoints, ['Restes à recouvrer']);
  const remises = remiseService(db, files, today);
  selectables.set('avis_remis', (person, query, except) =>
    remises.keys(person, ownQuery(avisRemisQuery, query), except),
  );

  route('GET /avis_remis', ({ person, query }) => remises.list(person, query), READS);
  route('GET /avis_remis/compte', ({ person, query }) => remises.count(person, query), {
    ...READS,
    right: needs('avis-distribues', 'Lister'),
  });
  route('GET /avis_remis/preparation', ({ person, query }) => remises.prepare(person, query.avis), {
    right: needs('avis-distribues', 'Créer'),
  });
  route('POST /avis_remis', ({ person, body, id }) => remises.create(person, body, id), {
    right: needs('avis-distribues', 'Créer'),
  });
  route(
    'POST /avis_remis/{id}/annulation',
    ({ person, params, body, id }) => remises.undo(person, params.id, body.motif, id),
    { right: needs('avis-distribues', 'Supprimer') },
  );
  route('GET /avis_remis/{id}/photo', async ({ person, params }, reply) =>
    sendPicture(reply, await remises.photo(person, params.id)),
  );
  route(
    'GET /contribuables/{id}/avis',
    async ({ person, params }) => ({ data: await remises.avisOf(person, params.id) }),
    { right: needs('contribuables', 'Voir') },
  );
}
