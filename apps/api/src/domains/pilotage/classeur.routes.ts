/** A table of figures as a workbook, as CSV or on paper (specification 2 sections 2.15 and 9). */
import { Readable } from 'node:stream';
import {
  type ClasseurBody,
  classeurEndpoints,
  type ClasseurKind,
  type ClasseurValue,
  formatDay,
  formatInstant,
  isDay,
  MEDIA_TYPES,
  type TableColumn,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { drawListFile } from '#src/platform/pdf/draw.ts';
import { noteClasseur } from './classeur.service.ts';

type Line = ClasseurBody['rows'][number];

/** The columns of the sheet: each reads its place in a line. */
const columnsOf = (columns: ClasseurBody['columns']): TableColumn<Line>[] =>
  columns.map(
    ({ header, kind }, index) =>
      ({ id: String(index), header, kind, value: (line: Line) => line[index] }) as TableColumn<Line>,
  );

const decimals = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 5 });

/** As paper tells a value; whole numbers are written there. */
function printed(value: ClasseurValue, kind: ClasseurKind): ClasseurValue {
  if (kind === 'day' && typeof value === 'string' && isDay(value)) return formatDay(value);
  return typeof value === 'number' && !Number.isInteger(value) ? decimals.format(value) : value;
}

function paper(
  { title, columns, rows, sommes, details: [place = '', ...details] }: ClasseurBody,
  person: Person,
  timeZone: string,
): Readable {
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const heading = {
    title,
    collectivite: place,
    chain: [],
    details,
    edited: `${jour} à ${heure}`,
    author: `${person.prenom} ${person.nom}`.trim(),
  };
  const drawn = columns.map(({ header, kind }, index) => ({
    header,
    kind: kind === 'text' || kind === 'day' ? ('text' as const) : ('figure' as const),
    width: index === 0 ? 18 : 10,
  }));
  const told = (line: Line): Line =>
    line.map((value, index) => printed(value, columns[index]?.kind ?? 'text'));
  const list = {
    heading,
    page: { size: columns.length > 9 ? 'A3' : 'A4', layout: 'landscape' } as const,
    columns: drawn,
    empty: 'Aucune ligne.',
    expected: rows.length,
    sums: sommes.map(told),
  };
  return drawListFile(list, Readable.from([rows.map(told)]));
}

/**
 * What is written is what the screen shows, its TOTAL and its period before included: figures that the person was given
 * already. So the table comes from the screen, and no call of figures needs a second form.
 */
export function classeurRoutes(app: FastifyInstance, db: Database, timeZone: string): void {
  const route = routesOf(app, classeurEndpoints, ['Statistiques']);
  route('POST /statistiques/classeur', async ({ person, body, id }, reply) => {
    await noteClasseur(db, person, body, id);
    const { title, columns, rows, sommes, file, format } = body;
    const sheet = { title, columns: columnsOf(columns), timeZone };
    return reply
      .type(MEDIA_TYPES[format])
      .header('content-disposition', `attachment; filename="${file}.${format}"`)
      .send(
        format === 'pdf'
          ? paper(body, person, timeZone)
          : FILE_FORMATS[format].write(Readable.from([[...rows, ...sommes]]), sheet),
      );
  });
}
