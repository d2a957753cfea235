/** Taxpayers from a file, over HTTP. */
import {
  importEndpoints,
  importFieldsSchema,
  type LigneImport,
  MEDIA_TYPES,
  type Rejet,
  SORTS_LIGNE,
  type TableColumn,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand, demandUtilisateur } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { csvStream } from '#src/platform/export/csv.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import type { FileStore } from '#src/platform/files/store.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { MAX_TABLE_BYTES } from '#src/platform/import/bounds.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { ImportPorts } from './import-ecriture.service.ts';
import { importModele } from './import-modele.service.ts';
import { importService } from './import.service.ts';

const BOUNDS: UploadBounds = {
  maxBytes: MAX_TABLE_BYTES,
  tooLarge: () => new AppError('fichier.trop-grand', 'Ce fichier dépasse 60 Mo. Partagez-le en plusieurs.'),
  atOnce: 2,
};

const ARCHIVE: UploadBounds = {
  maxBytes: 250 * 1024 * 1024,
  tooLarge: () =>
    new AppError(
      'fichier.trop-grand',
      'Cette archive dépasse 250 Mo. Partagez-la : les archives s’ajoutent l’une à l’autre.',
    ),
  atOnce: 1,
};

const TAGS = ['Import de contribuables'];

export async function importRoutes(
  app: FastifyInstance,
  db: Database,
  { timeZone, ...parts }: ImportPorts & { jobs: Jobs; timeZone: string; spool: Spool; files: FileStore },
): Promise<void> {
  const { spool } = parts;
  const service = await importService(db, parts);
  const route = routesOf(app, importEndpoints, TAGS);

  await app.register(async (scope) => {
    const readUpload = await acceptUploads(scope, spool, BOUNDS);
    const upload = routesOf(scope, importEndpoints, TAGS);
    upload('POST /contribuables/imports', async (request) => {
      demandUtilisateur(request.person);
      demand(request.person, 'contribuables', 'Créer');
      await using file = await readUpload(request);
      const parsed = importFieldsSchema.safeParse(file.fields);
      if (!parsed.success) throw invalid('entite', 'Veuillez choisir la collectivité');
      return await service.take(request.person, parsed.data.entite, file);
    });
  });
  await app.register(async (scope) => {
    const readUpload = await acceptUploads(scope, spool, ARCHIVE);
    const upload = routesOf(scope, importEndpoints, TAGS);
    upload('POST /contribuables/imports/{import}/photos', async (request) => {
      demandUtilisateur(request.person);
      demand(request.person, 'contribuables', 'Créer');
      await using file = await readUpload(request);
      return await service.photos.take(request.person, request.params.import, file);
    });
  });
  route(
    'GET /contribuables/imports/{import}/photos',
    ({ person, params, query }) =>
      service.photos.list(person, params.import, query.page, query.itemperpage ?? 50),
    {
      right(person) {
        demandUtilisateur(person);
        demand(person, 'contribuables', 'Créer');
      },
    },
  );
  route('GET /contribuables/imports/modele.xlsx', ({ person }, reply) =>
    reply
      .type(MEDIA_TYPES.xlsx)
      .header('content-disposition', 'attachment; filename="modele-import-contribuables.xlsx"')
      .send(importModele(person, timeZone)),
  );
  route('GET /contribuables/imports', async ({ person }) => ({ data: await service.list(person), meta: {} }));
  route('PATCH /contribuables/imports/{import}', ({ person, params, body }) =>
    service.decide(person, params.import, body),
  );
  route(
    'GET /contribuables/imports/{import}/lignes',
    ({ person, params, query }) =>
      service.lignes(person, params.import, query.sort, query.page, query.itemperpage ?? 50),
    {
      right(person) {
        demandUtilisateur(person);
        demand(person, 'contribuables', 'Créer');
      },
    },
  );
  route('GET /contribuables/imports/{import}', ({ person, params }) => service.find(person, params.import));
  route('POST /contribuables/imports/{import}/travail', ({ person, params, body }) =>
    service.start(person, params.import, body),
  );
  route(
    'GET /contribuables/imports/{import}/rejets',
    ({ person, params, query }) => service.rejets(person, params.import, query.page, query.itemperpage ?? 50),
    {
      right(person) {
        demandUtilisateur(person);
        demand(person, 'contribuables', 'Créer');
      },
    },
  );
  fileRoutes(app, service, timeZone);
}

/** The columns of the file itself, as it wrote them. */
const cellColumns = (colonnes: readonly string[]): TableColumn<{ valeurs: string[] }>[] =>
  colonnes.map((header, column) => ({
    id: String(column),
    header,
    kind: 'text',
    value: ({ valeurs }) => valeurs[column],
  }));

/** The rows of a file with their fate, and the rejected ones, as files. */
function fileRoutes(
  app: FastifyInstance,
  service: Awaited<ReturnType<typeof importService>>,
  timeZone: string,
): void {
  const route = routesOf(app, importEndpoints, TAGS);
  route('GET /contribuables/imports/{import}/lignes.csv', async ({ person, params }, reply) => {
    const { colonnes, batches } = await service.lignesFile(person, params.import);
    const columns: TableColumn<LigneImport>[] = [
      ...cellColumns(colonnes),
      { id: 'rang', header: 'Ligne du fichier', kind: 'number', value: ({ rang }) => rang },
      { id: 'sort', header: 'Sort de la ligne', kind: 'text', value: ({ sort }) => SORTS_LIGNE[sort] },
      { id: 'details', header: 'Détail du sort', kind: 'text', value: ({ details }) => details.join(' ; ') },
      {
        id: 'contribuable',
        header: 'Contribuable reconnu',
        kind: 'text',
        value: ({ contribuable }) => contribuable?.numKlis,
      },
    ];
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sort-des-lignes.csv"')
      .send(csvStream(batches, { title: 'Sort des lignes', columns, timeZone }));
  });
  route('GET /contribuables/imports/{import}/rejets.csv', async ({ person, params }, reply) => {
    const { colonnes, batches } = await service.rejetsFile(person, params.import);
    const columns: TableColumn<Rejet>[] = [
      ...cellColumns(colonnes),
      {
        id: 'motif',
        header: 'Motif du rejet',
        kind: 'text',
        value: ({ rang, erreurs }) => `Ligne ${rang} : ${erreurs.join(' ; ')}`,
      },
    ];
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="lignes-rejetees.csv"')
      .send(csvStream(batches, { title: 'Lignes rejetées', columns, timeZone }));
  });
}
