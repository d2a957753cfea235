/** Tills over HTTP (ADR 0034). */
import { caisseEndpoints, caisseListQuery, MAX_PHOTO_BYTES } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { tooLarge } from '#src/platform/files/image.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { sendPicture } from '#src/platform/http/document.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { ecartService } from './ecarts.service.ts';
import { sessionActs } from './sessions/session-acts.service.ts';
import { sessionService } from './sessions/sessions.service.ts';
import { demandNaming, receiverService } from './versements/receivers.service.ts';
import { slipService, versementDecisions } from './versements/versement-decisions.service.ts';
import { versementService } from './versements/versements.service.ts';

const BOUNDS: UploadBounds = { maxBytes: MAX_PHOTO_BYTES, tooLarge, atOnce: 10 };
const TAGS = ['Caisse'];
const OVERSEES = { right: needs('sessions-caisse', 'Lister') };

export async function caisseRoutes(
  app: FastifyInstance,
  db: Database,
  {
    files,
    spool,
    selectables,
    approbations,
  }: { files: FileStore; spool: Spool; selectables: Selectables; approbations: Approbations },
): Promise<void> {
  const route = routesOf(app, caisseEndpoints, TAGS);
  const sessions = sessionService(db);
  const acts = sessionActs(db);
  const versements = versementService(db);
  const decisions = versementDecisions(db);
  const receivers = receiverService(db);
  const ecarts = ecartService(db, approbations);
  for (const [path, service] of [
    ['sessions_caisse', sessions],
    ['versements', versements],
    ['ecarts', ecarts],
  ] as const)
    selectables.set(path, (person, query, except) => {
      const parsed = caisseListQuery.safeParse(query);
      if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
      return service.keys(person, parsed.data, except);
    });

  route('GET /detentions', ({ person, query }) => sessions.detentions(person, query), OVERSEES);
  route('GET /sessions_caisse', ({ person, query }) => sessions.list(person, query));
  route('GET /sessions_caisse/courante', ({ person }) => sessions.courante(person));
  route('GET /sessions_caisse/{id}', ({ person, params }) => sessions.show(person, params.id));
  route('POST /sessions_caisse', ({ person, body, id }) => acts.open(person, body, id));
  route('POST /sessions_caisse/{id}/cloture', ({ person, params, body, id }) =>
    acts.close(person, params.id, body, id),
  );
  route('POST /sessions_caisse/{id}/controles', ({ person, params, body, headers, id }) =>
    acts.control(person, params.id, body, { key: headers['idempotency-key'], requestId: id }),
  );

  route('GET /versements', ({ person, query }) => versements.list(person, query));
  route('GET /versements/totaux', ({ person, query }) => versements.totals(person, query));
  route('GET /versements/destinataires', ({ person, query }) => versements.successors(person, query));
  route('GET /versements/{id}', ({ person, params }) => versements.find(person, params.id));
  route('POST /versements', ({ person, body, headers, id }) =>
    versements.declare(person, body, { key: headers['idempotency-key'], requestId: id }),
  );
  route('POST /versements/{id}/reception', ({ person, params, body, id }) =>
    decisions.receive(person, params.id, body, id),
  );
  route('POST /versements/{id}/refus', ({ person, params, body, id }) =>
    decisions.refuse(person, params.id, body, id),
  );
  await slipRoutes(app, slipService(db, files), spool);

  route('GET /regies/receveur', ({ person, query }) => receivers.obstacle(person, query), {
    right: demandNaming,
  });
  route('GET /ecarts', ({ person, query }) => ecarts.list(person, query));
  route('GET /ecarts/totaux', ({ person, query }) => ecarts.totals(person, query));
  route('POST /ecarts/{id}/explication', ({ person, params, body, id }) =>
    ecarts.explain(person, params.id, body, id),
  );
  route('POST /ecarts/{id}/reglement', ({ person, params, body, id }) =>
    ecarts.settle(person, params.id, body, id),
  );
}

/** The photo of a versement's slip. */
async function slipRoutes(
  app: FastifyInstance,
  slips: ReturnType<typeof slipService>,
  spool: Spool,
): Promise<void> {
  const route = routesOf(app, caisseEndpoints, TAGS);
  await app.register(async (scope) => {
    const read = await acceptUploads(scope, spool, BOUNDS);
    routesOf(
      scope,
      caisseEndpoints,
      TAGS,
    )('POST /versements/{id}/bordereau', (request) =>
      slips.add(request.person, request.params.id, () => read(request), request.id),
    );
  });
  route('GET /versements/{id}/bordereau', async ({ person, params }, reply) =>
    sendPicture(reply, await slips.open(person, params.id)),
  );
}
