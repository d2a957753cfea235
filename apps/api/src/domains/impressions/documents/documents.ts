/** Lists and reports on paper: exactly the rows that the screen shows, filtered, chosen and in order. */
import {
  type DocumentBody,
  DOCUMENTS,
  type DocumentId,
  type PrintedDocument,
  type TableColumn,
} from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExport, ListExports } from '#src/platform/export/declaration.ts';
import { openRequest, rowsRequestOf } from '#src/platform/export/request.ts';
import { countUpTo, firstRows, openRows } from '#src/platform/export/rows.repository.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { columnOf, listSqlOf } from '#src/platform/listing/listing.ts';
import { readQuery } from '#src/platform/listing/selection.ts';
import { drawListFile } from '#src/platform/pdf/draw.ts';
import type { CellValue } from '#src/platform/pdf/table.ts';
import { listFiles } from '../exports/list-files.ts';
import type { FileRequest, PlannedFile } from '../exports/planned-file.ts';
import { closing } from '../file-reply.ts';
import { cellReader, drawnColumn } from './cells.ts';
import { headingOf, limitText } from './heading.ts';
import { type Paper, plainPaper, type PrintRequest } from './paper.ts';

export interface DocumentOptions {
  /** The lists that can be exported. */
  lists: ListExports;
  timeZone: string;
  today: () => string;
}

const EMPTY = 'Aucune ligne ne répond à cette demande.';

/**
 * The list of a document: its columns, under the document's own right, and its own conditions beside those of the call.
 */
function declared(list: ListExport, paper: Paper): ListExport {
  const { title, file, screen, filters } = paper;
  return {
    ...list,
    title,
    file: file.replace(/\.pdf$/, ''),
    columns: columnsOf(paper, list).map(({ column }) => column),
    screens: screen ? [screen] : list.screens,
    ask(person, query) {
      const asked = list.ask(person, query);
      if (filters.length === 0) return asked;
      const { where } = listSqlOf(asked.source, { conditions: [], filters: [...filters] });
      const joins = filters.flatMap(({ column }) => columnOf(asked.source, column)[1].join ?? []);
      return {
        ...asked,
        conditions: [...asked.conditions, where],
        joins: [...(asked.joins ?? []), ...joins],
      };
    },
  };
}

/** The columns of a document with their widths, in the document's order. */
function columnsOf(
  { columns: chosen }: Paper,
  { columns, printable = columns }: ListExport,
): { column: TableColumn<unknown>; width: number | undefined }[] {
  if (!chosen) return columns.map((column) => ({ column, width: undefined }));
  return Object.entries(chosen).flatMap(([id, width]) => {
    const column = printable.find((one) => one.id === id);
    return column ? [{ column, width }] : [];
  });
}

/** The query with the document's order and base where it asks for none. */
function completed(query: string, { order, bases = [] }: PrintedDocument): string {
  const asked = new URLSearchParams(query);
  const [base] = bases;
  if (base && !asked.has('base')) asked.set('base', base);
  if (!asked.has('orderBy')) for (const [name, value] of Object.entries(order)) asked.set(name, value);
  return asked.toString();
}

/**
 * What is kept of a call for a declared document.
 * @throws AppError 400 where the selection is not this list's, this person's or alive
 */
export async function documentRequest(
  db: Database,
  person: Person,
  document: DocumentId,
  body: DocumentBody,
): Promise<FileRequest> {
  const paper: PrintedDocument = DOCUMENTS[document];
  const { format = 'pdf', ...asked } = body;
  const query = completed(asked.query ?? '', paper);
  const rows = await rowsRequestOf(db, person, { ...asked, resource: paper.resource, query });
  return { sorte: 'document', demande: { ...rows, document, format } };
}

/** Documents of lists, and the spreadsheets of the same rows and columns. */
export function documentFiles(db: Database, { lists, timeZone, today }: DocumentOptions) {
  return async (person: Person, request: PrintRequest): Promise<PlannedFile> => {
    const { resource, document, format = 'pdf' } = request;
    const exported = lists.get(resource);
    if (!exported) throw invalid('resource', `La liste « ${resource} » ne s'imprime pas.`);
    const paper: Paper = document ? DOCUMENTS[document] : plainPaper(exported, resource);
    const { page, limit, title, file } = paper;
    const list = declared(exported, paper);
    const own: ListExports = new Map([[resource, list]]);
    if (format !== 'pdf') {
      const options = { lists: own, timeZone, today, paper };
      const sheet = await listFiles(db, options)(person, { ...request, format });
      return { ...sheet, acte: { ...sheet.acte, apres: { ...(sheet.acte.apres as object), document } } };
    }
    const { asked, filters, several, rows, toRow } = openRequest(own, person, request);
    const count = await countUpTo(db, asked.source, asked, Number.MAX_SAFE_INTEGER);
    const expected = Math.min(count, limit);
    const columns = columnsOf(paper, exported).filter(({ column }) => several || !column.across);
    return {
      titre: title,
      name: file,
      count: () => Promise.resolve(expected),
      direct: 'lignes',
      async open(reading) {
        const heading = await headingOf(db, person, timeZone, {
          paper,
          columns: list.columns as readonly TableColumn<never>[],
          list,
          today: today(),
          query: readQuery(request.query),
          filters,
          chosen: request.ids !== null || request.except.length > 0,
        });
        const warning = count > limit ? { warning: limitText(limit, count) } : {};
        const batches = await openRows(db, firstRows(rows, limit), { ...reading, toRow });
        const readers = columns.map(({ column }) => cellReader(column, timeZone));
        async function* cells(): AsyncGenerator<CellValue[][]> {
          for await (const batch of batches as AsyncIterable<unknown[]>)
            yield batch.map((row) => readers.map((read) => read(row)));
        }
        const drawn = columns.map(({ column, width }) => drawnColumn(column, width));
        const head = { ...heading, ...warning };
        const content = drawListFile(
          { heading: head, page, columns: drawn, empty: EMPTY, expected },
          cells(),
        );
        return closing(content, batches);
      },
      acte: {
        domaine: list.domain,
        ressource: resource,
        apres: { format: 'pdf', document, filtres: filters },
      },
    };
  };
}
