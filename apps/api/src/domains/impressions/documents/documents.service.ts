/** Lists and reports on paper: exactly the rows that the screen shows, filtered, chosen and in order. */
import {
  type DocumentBody,
  DOCUMENTS,
  type DocumentId,
  type PrintedDocument,
  printedContribuableColumns,
  type TableColumn,
} from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExport, ListExports } from '#src/platform/export/declaration.ts';
import { openRequest, rowsRequestOf } from '#src/platform/export/request.ts';
import { countUpTo, firstRows, openRows } from '#src/platform/export/rows.repository.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { columnOf, selectionOf } from '#src/platform/listing/listing.ts';
import { readQuery } from '#src/platform/listing/selection.ts';
import { drawListFile } from '#src/platform/pdf/draw.ts';
import type { CellValue } from '#src/platform/pdf/table.ts';
import { closing, type NamedFile, PDF } from '../file-reply.ts';
import { cellReader, drawnColumn } from './cells.ts';
import { headingOf } from './heading.ts';

export interface DocumentOptions {
  /** The lists that can be exported. */
  lists: ListExports;
  timeZone: string;
}

const EMPTY = 'Aucune ligne ne répond à cette demande.';

/** The list of a document: under the document's own right, and its own conditions beside those of the call. */
function declared(lists: ListExports, { resource, navigation, filters }: PrintedDocument): ListExport {
  const list = lists.get(resource);
  if (!list) throw invalid('document', `La liste « ${resource} » ne s'imprime pas.`);
  return {
    ...list,
    navigations: [navigation],
    ask(person, query) {
      const asked = list.ask(person, query);
      if (filters.length === 0) return asked;
      const { where } = selectionOf(asked.source, { conditions: [], filters: [...filters] });
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
  { columns: chosen }: PrintedDocument,
  { columns }: ListExport,
): { column: TableColumn<unknown>; width: number | undefined }[] {
  if (!chosen) return columns.map((column) => ({ column, width: undefined }));
  return Object.entries(chosen).flatMap(([id, width]) => {
    const column = [...columns, ...(printedContribuableColumns as readonly TableColumn<unknown>[])].find(
      (one) => one.id === id,
    );
    return column ? [{ column, width }] : [];
  });
}

/** The query with the document's order where it asks for none. */
function ordered(query: string, { order }: PrintedDocument): string {
  const asked = new URLSearchParams(query);
  if (!asked.has('orderBy')) for (const [name, value] of Object.entries(order)) asked.set(name, value);
  return asked.toString();
}

export function documentService(db: Database, { lists, timeZone }: DocumentOptions) {
  return {
    /**
     * The file, drawn while it is read.
     * @param signal gives up waiting for its turn
     */
    async file(
      person: Person,
      id: DocumentId,
      body: DocumentBody,
      requestId: string,
      signal: AbortSignal,
    ): Promise<NamedFile> {
      const document: PrintedDocument = DOCUMENTS[id];
      const { resource, page, limit } = document;
      const list = declared(lists, document);
      const query = ordered(body.query ?? '', document);
      const request = await rowsRequestOf(db, person, { ...body, resource, query });
      const { asked, filters, rows } = openRequest(new Map([[resource, list]]), person, request);
      const count = await countUpTo(db, asked.source, asked, Number.MAX_SAFE_INTEGER);
      const columns = columnsOf(document, list);
      const heading = await headingOf(db, person, timeZone, {
        document,
        columns: columns.map(({ column }) => column as TableColumn<never>),
        query: readQuery(request.query),
        filters,
        chosen: request.ids !== null || request.except.length > 0,
        count,
      });
      const { toRow } = asked.source;
      const batches = await openRows(db, firstRows(rows, limit), { toRow, signal });
      try {
        await writeJournal(db, {
          entiteId: person.entites.length === 1 ? (person.entites[0] ?? null) : null,
          utilisateurId: person.id,
          acte: 'exporter',
          domaine: list.domain,
          ressource: resource,
          apres: { format: 'pdf', document: id, filtres: filters },
          requestId,
        });
      } catch (error) {
        batches.destroy();
        throw error;
      }
      const readers = columns.map(({ column }) => cellReader(column, timeZone));
      async function* cells(): AsyncGenerator<CellValue[][]> {
        for await (const batch of batches as AsyncIterable<unknown[]>)
          yield batch.map((row) => readers.map((read) => read(row)));
      }
      const drawn = columns.map(({ column, width }) => drawnColumn(column, width));
      const expected = Math.min(count, limit);
      const content = drawListFile({ heading, page, columns: drawn, empty: EMPTY, expected }, cells());
      return { name: document.file, type: PDF, content: closing(content, batches) };
    },
  };
}
