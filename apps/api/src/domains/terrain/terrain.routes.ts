/** The field over HTTP: devices and cases for the office, and what devices call (ADR 0039, 0040). */
import {
  acteTerrainQuery,
  appareilQuery,
  casQuery,
  messageSmsQuery,
  MAX_OCTETS_COMMANDES,
  MAX_OCTETS_PHOTO_TERRAIN,
  TERRAIN_MESSAGES,
  terrainEndpoints,
} from '@octroi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { demandAgentTerrain, demandOne, needs } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { addressOf } from '#src/platform/http/proxy/address.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { SecretBox } from '#src/platform/secrets/secret-box.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Selectables } from '#src/platform/listing/selection.ts';
import { acteReader } from './actes.service.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { compressed } from '#src/platform/http/packed.ts';
import { keepBytes, signedBytes } from '#src/platform/http/signed-body.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import { appareilActs } from './appareil-acts.service.ts';
import { appareilService } from './appareils.service.ts';
import { casService } from './cas.service.ts';
import { commandeService, type SignedBody } from './commandes/commandes.service.ts';
import type { Services } from './commandes/contexte.ts';
import { donneesService } from './donnees/donnees.service.ts';
import { enrolAppareil } from './inscription.service.ts';
import { remiseService } from './remises/remises.service.ts';
import { smsService } from './sms/sms.service.ts';
import type { SmsGateway } from '#src/platform/sms/sms.ts';
import { photoTerrainService } from './photos/photos-terrain.service.ts';

const SIGNATURE = 'octroi-signature';
const TAGS = ['Terrain'];

/** What comes signed: its bytes are kept, and no session opens it. */
const SIGNED = {
  config: { open: true },
  schema: { security: [] },
  bodyLimit: MAX_OCTETS_COMMANDES,
  preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
    if (!request.headers[SIGNATURE]) throw new AppError('signature.refusee', TERRAIN_MESSAGES.signature);
    return keepBytes(request, payload, MAX_OCTETS_COMMANDES);
  },
};
const signedOf = (request: FastifyRequest): SignedBody => ({
  bytes: signedBytes(request),
  signature: String(request.headers[SIGNATURE]),
});

/** What devices send: no session opens it, since money must not wait for one, but the device's signature. */
function commandeRoutes(
  app: FastifyInstance,
  db: Database,
  { secrets, ...services }: Services & { secrets: SecretBox },
): void {
  const commandes = commandeService(db, services);
  const remises = remiseService(db, commandes, secrets);
  const route = routesOf(app, terrainEndpoints, TAGS);
  route(
    'POST /terrain/commandes',
    (request) => commandes.receive(() => request.body, signedOf(request), request),
    SIGNED,
  );
  route(
    'POST /terrain/remises',
    (request) => {
      const coming = { address: addressOf(request), request };
      return remises.receive(() => request.body, signedOf(request), coming);
    },
    SIGNED,
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

interface Office extends Services {
  publicUrl: string;
  selectables: Selectables;
  sms: SmsGateway;
}

/** What the office sees and decides of the field. */
function officeRoutes(
  app: FastifyInstance,
  db: Database,
  { publicUrl, selectables, sms, ...services }: Office,
): void {
  const route = routesOf(app, terrainEndpoints, TAGS);
  const appareils = appareilService(db, publicUrl);
  const acts = appareilActs(db, publicUrl);
  const cas = casService(db, services);
  const actes = acteReader(db);
  const messages = smsService(db, sms);
  selectables.set('messages_sms', (person, query, except) =>
    messages.keys(person, ownQuery(messageSmsQuery, query), except),
  );
  selectables.set('appareils', (person, query, except) =>
    appareils.keys(person, ownQuery(appareilQuery, query), except),
  );
  selectables.set('cas_terrain', (person, query, except) =>
    cas.keys(person, ownQuery(casQuery, query), except),
  );
  selectables.set('actes_terrain', (person, query, except) =>
    actes.keys(person, ownQuery(acteTerrainQuery, query), except),
  );

  route('GET /appareils', ({ person, query }) => appareils.list(person, query), READS);
  route('GET /appareils/agents', ({ person, query }) => appareils.agents(person, query.entite), {
    right: (person) =>
      demandOne(person, [
        ['terrain', 'Créer'],
        ['terrain', 'Modifier'],
      ]),
  });
  route('POST /appareils', ({ person, body, id }) => appareils.create(person, body, id));
  route('GET /appareils/{id}', ({ person, params }) => appareils.find(person, params.id));
  route('PATCH /appareils/{id}', ({ person, params, body, headers, id }) =>
    appareils.patch(person, params.id, () => body, {
      version: versionFrom(headers['if-match']),
      requestId: id,
    }),
  );
  route('POST /appareils/{id}/code', ({ person, params, headers, id }) =>
    acts.code(person, params.id, { version: versionFrom(headers['if-match']), requestId: id }),
  );
  route('POST /appareils/{id}/statut', ({ person, params, body, headers, id }) =>
    acts.decide(person, params.id, () => body, {
      version: versionFrom(headers['if-match']),
      requestId: id,
    }),
  );
  route('GET /cas_terrain', ({ person, query }) => cas.list(person, query), READS);
  route('GET /cas_terrain/totaux', ({ person, query }) => cas.totals(person, query), READS);
  route('GET /cas_terrain/a_classer', ({ person, query }) => cas.aClasser(person, query), {
    ...READS,
    right: needs('terrain', 'Lister'),
  });
  route('POST /cas_terrain/{id}/reglement', ({ person, params, body, id }) =>
    cas.settle(person, params.id, () => body, id),
  );
  route('POST /cas_terrain/{id}/execution', ({ person, params, id }) => cas.carryOut(person, params.id, id));
  route('GET /messages_sms', ({ person, query }) => messages.list(person, query), READS);
  route('GET /messages_sms/passerelle', ({ person }) => messages.passerelle(person), READS);
  route('GET /actes_terrain', ({ person, query }) => actes.list(person, query), READS);
  route('GET /actes_terrain/totaux', ({ person, query }) => actes.totals(person, query), READS);
}

export async function terrainRoutes(
  app: FastifyInstance,
  db: Database,
  {
    files,
    spool,
    publicUrl,
    selectables,
    sms,
    ...services
  }: Services & Shelf & Office & { secrets: SecretBox },
): Promise<void> {
  officeRoutes(app, db, { publicUrl, selectables, sms, ...services });
  const route = routesOf(app, terrainEndpoints, TAGS);
  route('POST /terrain/appareils/inscription', (request) =>
    enrolAppareil(db, request.person, () => request.body, {
      address: addressOf(request),
      requestId: request.id,
    }),
  );
  const donnees = donneesService(db);
  route('GET /terrain/donnees', ({ person, query }) => donnees.pull(person, query), {
    onSend: compressed,
    right: demandAgentTerrain,
  });
  commandeRoutes(app, db, services);
  await photoRoutes(app, db, { files, spool });
}
