/** Writes long files in background jobs, one after another, and keeps them for a limited time. */
import { pipeline, Transform } from 'node:stream';
import { type Export, isSuperAdmin } from '@octroi/contract';
import { authorOf, type MadeWith, noteRights, stillHas } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import type { ExportStore } from '#src/platform/export/store.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import type { JobKind, JobQueue, Jobs } from '#src/platform/jobs/jobs.ts';
import { fileType, type NamedFile } from '../file-reply.ts';
import {
  deleteExpired,
  deleteExport,
  finishExport,
  insertExport,
  keptExports,
  listExports,
  type StoredExport,
} from './exports.repository.ts';
import { type FileKinds, type FileRequest, planOf } from './planned-file.ts';

const NATURE = 'export';
/** Maximum number of files kept for one person. */
const MOST_KEPT = 50;
/** Every hour, off the hour. */
const CLEANING = '17 * * * *';

interface Progress {
  lignes: number;
  total: number;
}

export interface ExportJobsOptions {
  kinds: FileKinds;
  jobs: Jobs;
  queue: JobQueue;
  store: ExportStore;
}

export interface ExportJobs {
  /**
   * @param file its title and name
   * @param faitAvec rights and scope at the time of the request: the job stops if the person loses them
   * @param also runs in the transaction that stores the job
   * @throws AppError 409 if the person keeps too many files, 429 if too many are being written
   */
  start: (
    person: Person,
    request: FileRequest,
    file: { titre: string; name: string },
    faitAvec: MadeWith,
    also: (trx: OpenTransaction) => Promise<void>,
  ) => Promise<Export>;
  list: (person: Person) => Promise<Export[]>;
  find: (person: Person, id: string) => Promise<Export>;
  open: (person: Person, id: string) => Promise<NamedFile>;
  /** Cancels a file being written, or deletes a written one. */
  remove: (person: Person, id: string) => Promise<void>;
  /** Deletes expired files, and files left by a crash. */
  clean: () => Promise<void>;
}

/** Passes a file through and reports progress for each chunk. */
const reportingProgress = (report: () => Promise<void>): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      report().then(
        () => done(null, chunk),
        (error: Error) => done(error),
      );
    },
  });

/** The files whose content the person may still see today. Unfinished files show nothing and are always listed. */
async function openable(queries: Queries, person: Person, files: readonly StoredExport[]): Promise<Export[]> {
  const open = await Promise.all(
    files.map(async ({ faitAvec }) => faitAvec === null || (await stillHas(queries, person, faitAvec))),
  );
  return files.flatMap(({ faitAvec: _faitAvec, ...file }, rank) => (open[rank] ? [file] : []));
}

/** @throws AppError 409 */
async function demandFewKept(trx: OpenTransaction, person: Person): Promise<void> {
  if ((await openable(trx, person, await listExports(trx, person.id))).length >= MOST_KEPT)
    throw new AppError(
      'conflit.regle',
      `Vous gardez déjà ${MOST_KEPT} fichiers. Supprimez dans « Mes exports » ceux qui ne servent plus.`,
    );
}

/** Writes one file, with the author's present rights and scope. */
function exportWork(kinds: FileKinds, store: ExportStore): JobKind<FileRequest, Progress> {
  return {
    nature: NATURE,
    // the rights are checked by `faitAvec`, as for every job
    demand: () => undefined,
    steps: () => Promise.resolve([1]),
    summarize: (_request, reports) => reports.at(-1),
    async step(trx, request, _key, { id, author, demandAuthor }, tell) {
      if (!author) throw new Error('a file is made for a person');
      const { person, madeWith } = noteRights(author);
      const planned = await planOf(kinds, person, request);
      const progress: Progress = { lignes: 0, total: await planned.count(Number.MAX_SAFE_INTEGER) };
      const content = await planned.open({
        unhurried: true,
        person: person.id,
        onRows: (count) => {
          progress.lignes += count;
        },
      });
      const reported = reportingProgress(() => tell(progress));
      // errors reach the writer of the file through the stream
      pipeline(content, reported, () => undefined);
      const octets = await store.write(id, reported);
      await demandAuthor().catch(async (error: unknown) => {
        await store.remove(id);
        throw error;
      });
      await finishExport(trx, id, { octets, faitAvec: madeWith() });
      // the rows were counted before the file's own snapshot
      return { ...progress, total: progress.lignes };
    },
  };
}

export async function exportJobs(
  db: Database,
  { kinds, jobs, queue, store }: ExportJobsOptions,
): Promise<ExportJobs> {
  const authorIdOf = (person: Person): number | null => (isSuperAdmin(person) ? null : person.id);

  /** Answers 404 for files of others, and for files with more than the person may see today. */
  async function find(person: Person, id: string): Promise<Export> {
    const [file] = await openable(db, person, await listExports(db, authorIdOf(person), id));
    if (!file) throw notFound();
    return file;
  }

  async function clean(): Promise<void> {
    await db.transaction().execute((trx) => deleteExpired(trx));
    const names = await store.list();
    const idOf = (name: string): string => name.slice(0, 36);
    const kept = await keptExports(db, [...new Set(names.map(idOf))]);
    for (const name of names) if (!kept.has(idOf(name))) await store.remove(name);
  }

  await jobs.define(exportWork(kinds, store));
  await queue.schedule(NATURE, CLEANING, clean);

  return {
    find,
    clean,
    list: async (person) => openable(db, person, await listExports(db, authorIdOf(person))),

    async start(person, request, { titre, name }, faitAvec, also) {
      const travail = {
        nature: NATURE,
        entiteId: null,
        ...authorOf(person, faitAvec),
        parametres: request,
      };
      const { id } = await jobs.start(travail, async (trx, travailId) => {
        await demandFewKept(trx, person);
        await insertExport(trx, { travailId, titre, fichier: name });
        await also(trx);
      });
      return find(person, id);
    },

    async open(person, id) {
      const { fichier, octets, statut } = await find(person, id);
      if (octets === null)
        throw new AppError(
          'conflit.regle',
          statut === 'en attente' || statut === 'en cours'
            ? 'Ce fichier est en préparation. Réessayez dans un instant.'
            : 'Ce fichier n’a pas été fait. Relancez l’export.',
        );
      const file = await store.read(id);
      // after a restore, the database may list files that no longer exist
      if (!file) throw new AppError('introuvable', 'Ce fichier n’est plus là. Relancez l’export.');
      return { name: fichier, type: fileType(fichier), ...file };
    },

    async remove(person, id) {
      const { octets } = await find(person, id);
      if (octets === null) await jobs.cancel(person, id);
      await db.transaction().execute((trx) => deleteExport(trx, id));
      await store.remove(id);
    },
  };
}
