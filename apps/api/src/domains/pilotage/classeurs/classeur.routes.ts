/** A table of figures as a workbook, as CSV or on paper (specification 2 sections 2.15 and 9). */
import { Readable } from 'node:stream';
import {
  type Classeur,
  classeurEndpoints,
  type ClasseurKind,
  type ClasseurValue,
  formatDay,
  isDay,
  MEDIA_TYPES,
  showsAnything,
  type TableColumn,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { COSTLY } from '#src/platform/http/costly.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import type { Sheet } from '#src/platform/export/text.ts';
import { drawListFile } from '#src/platform/pdf/draw.ts';
import { editedBy, editedText } from '#src/platform/pdf/heading.ts';
import type { classeurService, DrawnClasseur } from './classeur.service.ts';

type Line = Classeur['rows'][number];

/** The columns of the sheet: each reads its index in a line. */
const columnsOf = (columns: Classeur['columns']): TableColumn<Line>[] =>
  columns.map(
    ({ header, kind }, index) =>
      ({ id: String(index), header, kind, value: (line: Line) => line[index] }) as TableColumn<Line>,
  );

const decimals = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 5 });

/** A value as printed on paper, where whole numbers are formatted. */
function printed(value: ClasseurValue, kind: ClasseurKind): ClasseurValue {
  if (kind === 'day' && typeof value === 'string' && isDay(value)) return formatDay(value);
  return typeof value === 'number' && !Number.isInteger(value) ? decimals.format(value) : value;
}

function sheetOf(
  { title, columns, sommes, details, criteria }: Classeur,
  person: Person,
  timeZone: string,
): Sheet<Line> {
  const above = [...details, editedText(editedBy(person, timeZone))];
  return { title, columns: columnsOf(columns), timeZone, above, told: criteria, sums: sommes };
}

function paper(
  { title, columns, rows, sommes, details: [place = '', ...details], chart }: DrawnClasseur,
  person: Person,
  timeZone: string,
): Readable {
  const heading = {
    title,
    collectivite: place,
    chain: [],
    details,
    ...editedBy(person, timeZone),
  };
  const drawn = columns.map(({ header, kind }, index) => ({
    header,
    kind: kind === 'text' || kind === 'day' ? ('text' as const) : ('figure' as const),
    width: index === 0 ? 18 : 10,
  }));
  const criteria = (line: Line): ClasseurValue[] =>
    line.map((value, index) => printed(value, columns[index]?.kind ?? 'text'));
  const list = {
    heading,
    page: { size: columns.length > 9 ? 'A3' : 'A4', layout: 'landscape' } as const,
    columns: drawn,
    ...(chart && rows.length > 1 && showsAnything(chart.data)
      ? { chart: { ...chart, alt: `${title}. Les mêmes chiffres sont dans le tableau.` } }
      : {}),
    empty: 'Aucune ligne.',
    expected: rows.length,
    sums: sommes.map(criteria),
  };
  return drawListFile(list, Readable.from([rows.map(criteria)]));
}

export function classeurRoutes(
  app: FastifyInstance,
  make: ReturnType<typeof classeurService>,
  timeZone: string,
): void {
  const route = routesOf(app, classeurEndpoints, ['Statistiques']);
  route(
    'POST /statistiques/classeur',
    async ({ person, body, id }, reply) => {
      demandUtilisateur(person);
      const classeur = await make(person, body, id);
      const { rows, file } = classeur;
      return reply
        .type(MEDIA_TYPES[body.format])
        .header('content-disposition', `attachment; filename="${file}.${body.format}"`)
        .send(
          body.format === 'pdf'
            ? paper(classeur, person, timeZone)
            : FILE_FORMATS[body.format].write(
                Readable.from(rows.length > 0 ? [[...rows]] : []),
                sheetOf(classeur, person, timeZone),
              ),
        );
    },
    COSTLY,
  );
}
