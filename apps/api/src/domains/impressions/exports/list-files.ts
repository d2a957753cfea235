/** Exports lists as files: rows, order, filter and selection of the screen, under the right « Exporter ». */
import { type ExportBody, visibleColumns, type TableColumn } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExports } from '#src/platform/export/declaration.ts';
import { type ExportRequest, openRequest, rowsRequestOf } from '#src/platform/export/request.ts';
import { countUpTo, entitesOf } from '#src/platform/export/rows.repository.ts';
import { spreadsheetFile } from '#src/platform/export/spreadsheet.ts';
import { readQuery } from '#src/platform/listing/selection.ts';
import { headingOf, notesOf } from '../documents/heading.ts';
import { type Paper, plainPaper } from '../documents/paper.ts';
import { closing } from '../file-reply.ts';
import { isChosen, openWithSums } from './sums-beside.ts';
import type { FileRequest, PlannedFile } from './planned-file.ts';

/**
 * The stored request for a spreadsheet, or for the plain document of the list.
 * @throws AppError 400 if the selection expired or belongs to another list or person
 */
export async function listRequest(db: Database, person: Person, body: ExportBody): Promise<FileRequest> {
  const { format } = body;
  const rows = await rowsRequestOf(db, person, body);
  return format === 'pdf'
    ? { sorte: 'document', demande: { ...rows, document: null } }
    : { sorte: 'liste', demande: { ...rows, format } };
}

interface ListFileOptions {
  lists: ListExports;
  timeZone: string;
  today: () => string;
  /** The declared document whose rows are exported. */
  paper?: Paper;
}

/** Exports spreadsheets. */
export function listFiles(db: Database, { lists, timeZone, today, paper }: ListFileOptions) {
  return async (person: Person, request: ExportRequest): Promise<PlannedFile> => {
    const { declaration, narrowed, filters, several, rows, readRows } = openRequest(lists, person, request);
    const { title, file, domain } = declaration;
    const columns = visibleColumns(declaration.columns, several);
    const { format, resource } = request;
    return {
      titre: title,
      name: `${file}-${today()}.${format}`,
      count: (most) => countUpTo(db, narrowed.source, narrowed, most),
      direct: 'lignes',
      entites: () => entitesOf(db, narrowed.source, narrowed),
      async open(reading) {
        const heading = await headingOf(db, person, timeZone, {
          paper: paper ?? plainPaper(declaration, resource),
          columns: columns as readonly TableColumn<never>[],
          list: declaration,
          today: today(),
          query: readQuery(request.query),
          filters,
          chosen: isChosen(request),
        });
        const { batches, beside } = await openWithSums(
          db,
          request,
          { declaration, narrowed, rows },
          { ...reading, readRows },
        );
        const sheet = { title, columns, timeZone, beside, ...notesOf(heading, paper !== undefined, beside) };
        return closing(spreadsheetFile(format, batches, sheet), batches);
      },
      acte: { domaine: domain, ressource: resource, apres: { format, filtres: filters } },
    };
  };
}
