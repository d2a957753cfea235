/** Files made of lists: the rows, order, filter and selection of the screen, for whoever may Exporter there. */
import { type Export, type ExportBody, MAX_EXPORT_DIRECT, todayIn } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExports } from '#src/platform/export/declaration.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import {
  type ExportRequest,
  type OpenedRequest,
  openRequest,
  requestOf,
} from '#src/platform/export/request.ts';
import { countUpTo, openRows } from '#src/platform/export/rows.repository.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { closing, type NamedFile } from '../file-reply.ts';
import type { ExportJobs } from './export-jobs.ts';

export interface ExportServiceOptions {
  /** The lists that can be exported. */
  lists: ListExports;
  files: ExportJobs;
  timeZone: string;
  /** Rows of a file that is made while it is fetched. */
  direct?: number;
}

export function exportService(
  db: Database,
  { lists, files, timeZone, direct = MAX_EXPORT_DIRECT }: ExportServiceOptions,
) {
  /** An export is an act: who took what along. */
  const journal = (
    person: Person,
    request: ExportRequest,
    { declaration, filters }: OpenedRequest,
    requestId: string,
  ): Promise<void> =>
    writeJournal(db, {
      entiteId: person.entites.length === 1 ? (person.entites[0] ?? null) : null,
      utilisateurId: person.id,
      acte: 'exporter',
      domaine: declaration.domain,
      ressource: request.resource,
      apres: { format: request.format, filtres: filters },
      requestId,
    });

  return {
    /**
     * A list as a file that is made while it is read; a long one as a work that makes it.
     * @param signal gives up waiting for its turn
     */
    async make(
      person: Person,
      body: ExportBody,
      requestId: string,
      signal: AbortSignal,
    ): Promise<{ file: NamedFile } | { noted: Export }> {
      const request = await requestOf(db, person, body);
      const opened = openRequest(lists, person, request);
      const { declaration, asked, rows } = opened;
      const { title, columns, file } = declaration;
      const name = `${file}-${todayIn(timeZone)}.${request.format}`;
      if ((await countUpTo(db, asked.source, asked, direct + 1)) > direct) {
        await journal(person, request, opened, requestId);
        return { noted: await files.start(person, request, title, name) };
      }
      const batches = await openRows(db, rows, { toRow: asked.source.toRow, signal });
      try {
        await journal(person, request, opened, requestId);
      } catch (error) {
        batches.destroy();
        throw error;
      }
      const { type, write } = FILE_FORMATS[request.format];
      const content = closing(write(batches, { title, columns, timeZone }), batches);
      return { file: { name, type, content } };
    },
  };
}
