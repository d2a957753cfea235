/** A table of figures as a workbook (specification 2 sections 2.15 and 9). */
import { Readable } from 'node:stream';
import { type ClasseurBody, classeurBody, type TableColumn } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { noteClasseur } from './classeur.service.ts';

type Row = ClasseurBody['rows'][number];

const { type, write } = FILE_FORMATS.xlsx;

/** The columns of the sheet: each reads its place in a row. */
const columnsOf = (columns: ClasseurBody['columns']): TableColumn<Row>[] =>
  columns.map(({ header, kind }, index) =>
    kind === 'text'
      ? { id: String(index), header, kind, value: (row) => String(row[index] ?? '') }
      : { id: String(index), header, kind, value: (row) => Number(row[index] ?? 0) },
  );

/**
 * What is written is what the screen shows, its TOTAL and its period before included: figures that the person was given
 * already. So the table comes from the screen, and no call of figures needs a second form.
 */
export function classeurRoutes(app: FastifyInstance, db: Database, timeZone: string): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v2/statistiques/classeur',
    {
      schema: {
        tags: ['Statistiques'],
        body: classeurBody,
        response: {
          200: {
            description: 'Le classeur',
            content: { [type]: { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
          },
        },
      },
    },
    async ({ person, body, id }, reply) => {
      await noteClasseur(db, person, body, id);
      const { title, columns, rows, file } = body;
      const sheet = { title, columns: columnsOf(columns), timeZone };
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${file}.xlsx"`)
        .send(write(Readable.from([rows]), sheet));
    },
  );
}
