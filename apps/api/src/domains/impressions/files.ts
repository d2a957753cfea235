/** Registers every kind of file that leaves the office. */
import type { Database } from '#src/platform/database/database.ts';
import { documentFiles, type DocumentOptions } from './documents/documents.ts';
import { type ReleveOptions, releveFiles } from './sheets/releves.ts';
import { type Delivery, delivery } from './exports/delivery.ts';
import { exportJobs, type ExportJobsOptions } from './exports/export-jobs.ts';
import { listFiles } from './exports/list-files.ts';
import type { FileKinds } from './exports/planned-file.ts';
import { avisFiles } from './avis/avis-liste.ts';
import type { PieceOptions } from './pieces/piece-info.ts';

type Options = DocumentOptions & ReleveOptions & PieceOptions;
type FileOptions = Options & Omit<ExportJobsOptions, 'kinds'>;

export const fileKinds = (db: Database, options: Options): FileKinds => ({
  liste: listFiles(db, options),
  document: documentFiles(db, options),
  releves: releveFiles(db, options),
  avis: avisFiles(db, options),
});

export async function fileDelivery(db: Database, options: FileOptions): Promise<Delivery> {
  const kinds = fileKinds(db, options);
  return delivery(db, kinds, await exportJobs(db, { ...options, kinds }), options.jobs.thresholds);
}
