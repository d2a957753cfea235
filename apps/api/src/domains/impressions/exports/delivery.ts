/** The one way in which files leave the office: at once, or made apart where they are long; never without a trace. */
import type { Export } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Thresholds } from '#src/platform/jobs/thresholds.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { fileType, type NamedFile } from '../file-reply.ts';
import type { ExportJobs } from './export-jobs.ts';
import { type FileKinds, type FileRequest, type PlannedFile, planOf } from './planned-file.ts';

export interface Delivery {
  /**
   * A file that is made while it is read; a long one as a work that makes it.
   * @param signal gives up waiting for its turn
   * @throws AppError 403, and what its kind says of the request
   */
  deliver: (
    person: Person,
    request: FileRequest,
    requestId: string,
    signal: AbortSignal,
  ) => Promise<{ file: NamedFile } | { noted: Export }>;
  works: ExportJobs;
}

export function delivery(
  db: Database,
  kinds: FileKinds,
  works: ExportJobs,
  thresholds: Pick<Thresholds, PlannedFile['direct']>,
): Delivery {
  return {
    works,
    async deliver(person, request, requestId, signal) {
      const planned = await planOf(kinds, person, request);
      const { titre, name, acte } = planned;
      const direct = thresholds[planned.direct];
      const journal = (): Promise<void> =>
        writeJournal(db, {
          entiteId: person.entites.length === 1 ? (person.entites[0] ?? null) : null,
          utilisateurId: person.id,
          acte: 'exporter',
          requestId,
          ...acte,
        });
      if ((await planned.count(direct + 1)) > direct) {
        await journal();
        return { noted: await works.start(person, request, titre, name) };
      }
      const content = await planned.open({ signal });
      try {
        await journal();
      } catch (error) {
        content.destroy();
        throw error;
      }
      return { file: { name, type: fileType(name), content } };
    },
  };
}
