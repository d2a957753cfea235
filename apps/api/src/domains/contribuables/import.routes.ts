/** Taxpayers from a file, over HTTP. */
import {
  importBody,
  importFieldsSchema,
  importParam,
  importSchema,
  listOf,
  type Rejet,
  rejetSchema,
  rejetsQuerySchema,
  type TableColumn,
  travailSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { csvStream } from '#src/platform/export/csv.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { readUpload, takeUploads } from '#src/platform/http/upload.ts';
import { MAX_TABLE_BYTES } from '#src/platform/import/table.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Enrolling } from './facturation.service.ts';
import { importService } from './import.service.ts';

const LIMITS = {
  maxBytes: MAX_TABLE_BYTES,
  tooLarge: () => new AppError('fichier.trop-grand', 'Ce fichier dépasse 60 Mo. Partagez-le en plusieurs.'),
};
const csvFile = {
  description: 'Fichier CSV, UTF-8, séparé par des points-virgules',
  content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } },
};

export async function importRoutes(
  app: FastifyInstance,
  db: Database,
  { jobs, enrolling, timeZone }: { jobs: Jobs; enrolling: Enrolling; timeZone: string },
): Promise<void> {
  const service = await importService(db, { jobs, enrolling });
  const tags = ['Import de contribuables'];

  await app.register(async (scope) => {
    await takeUploads(scope);
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/v2/contribuables/imports',
      {
        schema: {
          tags,
          description:
            'Un fichier CSV ou XLSX de 60 Mo et 200 000 lignes au plus dans une partie `fichier`, la collectivité dans `entite`.',
          consumes: ['multipart/form-data'],
          response: { 201: importSchema },
        },
      },
      async (request, reply) => {
        const { name, content, fields } = await readUpload(request, LIMITS);
        const parsed = importFieldsSchema.safeParse(fields);
        if (!parsed.success) throw invalid('entite', 'Veuillez choisir la collectivité');
        reply.code(201);
        return service.take(request.person, parsed.data.entite, { name, content });
      },
    );
  });

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/v2/contribuables/imports/:import',
    { schema: { tags, params: importParam, response: { 200: importSchema } } },
    ({ person, params }) => service.find(person, params.import),
  );
  routes.post(
    '/v2/contribuables/imports/:import/travail',
    { schema: { tags, params: importParam, body: importBody, response: { 202: travailSchema } } },
    async ({ person, params, body }, reply) => {
      reply.code(202);
      return service.start(person, params.import, body);
    },
  );
  routes.get(
    '/v2/contribuables/imports/:import/rejets',
    {
      schema: {
        tags,
        params: importParam,
        querystring: rejetsQuerySchema,
        response: { 200: listOf(rejetSchema) },
      },
    },
    ({ person, params, query }) => service.rejets(person, params.import, query.page, query.itemperpage ?? 50),
  );
  routes.get(
    '/v2/contribuables/imports/:import/rejets.csv',
    { schema: { tags, params: importParam, response: { 200: csvFile } } },
    async ({ person, params }, reply) => {
      const { colonnes, batches } = await service.rejetsFile(person, params.import);
      const columns: TableColumn<Rejet>[] = [
        ...colonnes.map((header, column) => ({
          id: String(column),
          header,
          kind: 'text' as const,
          value: ({ valeurs }: Rejet) => valeurs[column],
        })),
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
    },
  );
}
