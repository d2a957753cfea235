/** The only way for files to leave the office: at once, or by a background job if they are long; always journaled. */
import type { Export } from '@octroi/contract';
import { noteRights } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import type { Thresholds } from '#src/platform/jobs/thresholds.ts';
import { writeJournals } from '#src/platform/journal/journal.repository.ts';
import { fileType, type NamedFile } from '../file-reply.ts';
import type { ExportJobs } from './export-jobs.ts';
import { type FileKinds, type FileRequest, type PlannedFile, planOf } from './planned-file.ts';

export interface Delivery {
  /**
   * Delivers a file while it is written, or starts the job that writes a long one.
   * @param signal aborts the wait for a turn
   * @throws AppError 403, and the errors of its kind of file
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
      const noted = noteRights(person);
      const planned = await planOf(kinds, noted.person, request);
      const { name, acte } = planned;
      const direct = thresholds[planned.direct];
      const entites = await planned.entites();
      const journal = (trx: OpenTransaction): Promise<void> =>
        writeJournals(
          trx,
          (entites.length > 0 ? entites : [null]).map((entiteId) => ({
            entiteId,
            utilisateurId: person.id,
            acte: 'exporter',
            requestId,
            ...acte,
          })),
        );
      if ((await planned.count(direct + 1)) > direct)
        return { noted: await works.start(person, request, planned, noted.madeWith(), journal) };
      const content = await planned.open({ signal, person: person.id });
      try {
        await db.transaction().execute((trx) => journal(trx));
      } catch (error) {
        content.destroy();
        throw error;
      }
      return { file: { name, type: fileType(name), content } };
    },
  };
}
