/** Files that take longer than a request may: made as long works, one after another, and kept for a while. */
import { pipeline, Transform } from 'node:stream';
import { type Export, isSuperAdmin } from '@octroi/contract';
import { authorOf, type MadeWith, noteRights, stillHas } from '#src/platform/access/made-with.ts';
import { type Person } from '#src/platform/access/person.ts';
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
/** Files that one person keeps. */
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
   * @param file what the person knows it by, and its name
   * @param faitAvec the rights and the scope that it was planned with: the work stops where they are no more
   * @param also written in the transaction that notes the work
   * @throws AppError 409 where the person keeps too many files, 429 where too many are being made
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
  /** Ends a file that is being made, or removes one that is. */
  remove: (person: Person, id: string) => Promise<void>;
  /** Removes what is past its time, and what a crash left. */
  clean: () => Promise<void>;
}

/** Passes a file on, and tells of each piece. */
const telling = (tell: () => Promise<void>): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      tell().then(
        () => done(null, chunk),
        (error: Error) => done(error),
      );
    },
  });

/** Those files whose making the person could still see through today; what is not whole yet shows nothing. */
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

/** Writes one file, as its author may see and export now. */
function exportWork(kinds: FileKinds, store: ExportStore): JobKind<FileRequest, Progress> {
  return {
    nature: NATURE,
    // the rights that the file was planned with are asked of every work
    demand: () => undefined,
    steps: () => Promise.resolve([1]),
    sum: (_request, reports) => reports.at(-1),
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
      const told = telling(() => tell(progress));
      // whoever writes the file hears of a failure from it
      pipeline(content, told, () => undefined);
      const octets = await store.write(id, told);
      await demandAuthor().catch(async (error: unknown) => {
        await store.remove(id);
        throw error;
      });
      await finishExport(trx, id, { octets, faitAvec: madeWith() });
      return progress;
    },
  };
}

export async function exportJobs(
  db: Database,
  { kinds, jobs, queue, store }: ExportJobsOptions,
): Promise<ExportJobs> {
  const of = (person: Person): number | null => (isSuperAdmin(person) ? null : person.id);

  /** Others' files do not exist, nor those that hold more than the person may still see. */
  async function find(person: Person, id: string): Promise<Export> {
    const [file] = await openable(db, person, await listExports(db, of(person), id));
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
    list: async (person) => openable(db, person, await listExports(db, of(person))),

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
      // a restored database knows of files that stayed behind
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
