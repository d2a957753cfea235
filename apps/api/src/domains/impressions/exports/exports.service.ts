/** Files made of lists: the rows, order, filter and selection of the screen, for whoever may Exporter there. */
import { type ExportBody, todayIn } from '@octroi/contract';
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
import { openRows } from '#src/platform/export/rows.repository.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { closing, type NamedFile } from '../file-reply.ts';

export interface ExportOptions {
  /** The lists that can be exported. */
  lists: ListExports;
  timeZone: string;
}

export function exportService(db: Database, { lists, timeZone }: ExportOptions) {
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
     * The file of a list, made while it is read.
     * @param signal gives up waiting for its turn
     */
    async stream(
      person: Person,
      body: ExportBody,
      requestId: string,
      signal: AbortSignal,
    ): Promise<NamedFile> {
      const request = await requestOf(db, person, body);
      const opened = openRequest(lists, person, request);
      const { declaration, asked, rows } = opened;
      const batches = await openRows(db, rows, { toRow: asked.source.toRow, signal });
      try {
        await journal(person, request, opened, requestId);
      } catch (error) {
        batches.destroy();
        throw error;
      }
      const { type, write } = FILE_FORMATS[request.format];
      const { title, columns, file } = declaration;
      return {
        name: `${file}-${todayIn(timeZone)}.${request.format}`,
        type,
        content: closing(write(batches, { title, columns, timeZone }), batches),
      };
    },
  };
}
