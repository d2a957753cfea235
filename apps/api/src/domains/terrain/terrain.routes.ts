/** The field over HTTP: devices and cases for the office, and what devices call (ADR 0039, 0040). */
import {
  MAX_OCTETS_COMMANDES,
  MAX_OCTETS_PHOTO_TERRAIN,
  TERRAIN_MESSAGES,
  terrainEndpoints,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { packed } from '#src/platform/http/packed.ts';
import { keepBytes, signedBytes } from '#src/platform/http/signed-body.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { appareilActs } from './appareil-acts.service.ts';
import { appareilService } from './appareils.service.ts';
import { casService } from './cas.service.ts';
import { commandeService } from './commandes/commandes.service.ts';
import type { Moyens } from './commandes/contexte.ts';
import { donneesService } from './donnees/donnees.service.ts';
import { enrolAppareil } from './inscription.service.ts';
import { photoTerrainService } from './photos/photos-terrain.service.ts';

const SIGNATURE = 'octroi-signature';
const TAGS = ['Terrain'];

/** What devices send: no session opens it, since money must not wait for one, but the device's signature. */
function commandeRoutes(app: FastifyInstance, db: Database, moyens: Moyens): void {
  const commandes = commandeService(db, moyens);
  routesOf(app, terrainEndpoints, TAGS)(
    'POST /terrain/commandes',
    (request) => {
      const signature = String(request.headers[SIGNATURE]);
      return commandes.receive(() => request.body, { bytes: signedBytes(request), signature }, request.id);
    },
    {
      config: { open: true },
      schema: { security: [] },
      bodyLimit: MAX_OCTETS_COMMANDES,
      preParsing: async (request, _reply, payload) => {
        if (!request.headers[SIGNATURE]) throw new AppError('signature.refusee', TERRAIN_MESSAGES.signature);
        return keepBytes(request, payload, MAX_OCTETS_COMMANDES);
      },
    },
  );
}

/** Photos come as they are, one a request. */
async function photoRoutes(app: FastifyInstance, db: Database, shelf: Shelf): Promise<void> {
  const photos = photoTerrainService(db, shelf);
  await app.register(async (scope) => {
    scope.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    routesOf(scope, terrainEndpoints, TAGS)(
      'PUT /terrain/photos/{sha256}',
      ({ person, params, body, id }) =>
        photos.put(person, params.sha256, () => (Buffer.isBuffer(body) ? body : Buffer.alloc(0)), id),
      { bodyLimit: MAX_OCTETS_PHOTO_TERRAIN },
    );
  });
}

interface Shelf {
  files: FileStore;
  spool: Spool;
}

export async function terrainRoutes(
  app: FastifyInstance,
  db: Database,
  { files, spool, publicUrl, ...moyens }: Moyens & Shelf & { publicUrl: string },
): Promise<void> {
  const route = routesOf(app, terrainEndpoints, TAGS);
  const appareils = appareilService(db, publicUrl);
  const acts = appareilActs(db, publicUrl);
  const cas = casService(db);

  route('GET /appareils', ({ person, query }) => appareils.list(person, query));
  route('POST /appareils', ({ person, body, id }) => appareils.create(person, body, id));
  route('GET /appareils/{id}', ({ person, params }) => appareils.find(person, params.id));
  route('PATCH /appareils/{id}', ({ person, params, body, headers, id }) =>
    appareils.patch(person, params.id, () => body, {
      version: versionFrom(headers['if-match']),
      requestId: id,
    }),
  );
  route('POST /appareils/{id}/code', ({ person, params, id }) => acts.code(person, params.id, id));
  route('POST /appareils/{id}/statut', ({ person, params, body, id }) =>
    acts.decide(person, params.id, body, id),
  );
  route('GET /cas_terrain', ({ person, query }) => cas.list(person, query));
  route('POST /cas_terrain/{id}/reglement', ({ person, params, body, id }) =>
    cas.settle(person, params.id, () => body, id),
  );
  route('POST /terrain/appareils/inscription', ({ person, body, id }) =>
    enrolAppareil(db, person, () => body, id),
  );
  const donnees = donneesService(db);
  route('GET /terrain/donnees', ({ person, query }) => donnees.pull(person, query), { onSend: packed });
  commandeRoutes(app, db, moyens);
  await photoRoutes(app, db, { files, spool });
}
