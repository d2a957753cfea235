/** Files that take longer than a request may: made as long works, one after another, and kept for a while. */
import { pipeline, Transform } from 'node:stream';
import type { Export } from '@octroi/contract';
import { isSuperAdmin, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExports } from '#src/platform/export/declaration.ts';
import { FILE_FORMATS } from '#src/platform/export/files.ts';
import { type ExportRequest, openRequest } from '#src/platform/export/request.ts';
import { countUpTo, openRows } from '#src/platform/export/rows.repository.ts';
import type { ExportStore } from '#src/platform/export/store.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import type { JobQueue, Jobs } from '#src/platform/jobs/jobs.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import type { NamedFile } from '../file-reply.ts';
import {
  deleteExpired,
  deleteExport,
  finishExport,
  insertExport,
  keptExports,
  listExports,
} from './exports.repository.ts';

const NATURE = 'export';
/** Every hour, off the hour. */
const CLEANING = '17 * * * *';

interface Progress {
  lignes: number;
  total: number;
}

export interface ExportJobsOptions {
  lists: ListExports;
  jobs: Jobs;
  queue: JobQueue;
  store: ExportStore;
  timeZone: string;
}

export interface ExportJobs {
  start: (person: Person, request: ExportRequest, titre: string, fichier: string) => Promise<Export>;
  list: (person: Person) => Promise<Export[]>;
  find: (person: Person, id: string) => Promise<Export>;
  open: (person: Person, id: string) => Promise<NamedFile>;
  /** Ends a file that is being made, or removes one that is. */
  remove: (person: Person, id: string) => Promise<void>;
  /** Removes what is past its time, and what a crash left. */
  clean: () => Promise<void>;
}

export async function exportJobs(
  db: Database,
  { lists, jobs, queue, store, timeZone }: ExportJobsOptions,
): Promise<ExportJobs> {
  const of = (person: Person): number | null => (isSuperAdmin(person) ? null : person.id);

  /** Others' files do not exist. */
  async function find(person: Person, id: string): Promise<Export> {
    const [file] = await listExports(db, of(person), id);
    if (!file) throw notFound();
    return file;
  }

  async function clean(): Promise<void> {
    await deleteExpired(db);
    const names = await store.list();
    const idOf = (name: string): string => name.slice(0, 36);
    const kept = await keptExports(db, [...new Set(names.map(idOf))]);
    for (const name of names) if (!kept.has(idOf(name))) await store.remove(name);
  }

  await jobs.define<ExportRequest, Progress>({
    nature: NATURE,
    steps: () => Promise.resolve([1]),
    sum: (_request, reports) => reports.at(-1),
    async step(queries, request, _key, { id, utilisateurId }, tell) {
      const absent = await findAbsent(db, utilisateurId ?? 0);
      if (!absent) throw new AppError('acces.refuse', 'Le compte qui a demandé ce fichier n’est plus actif.');
      // what the person may see is what it may see now
      const person: Person = { ...absent, session: { id: 0, kind: 'bearer' } };
      const { declaration, asked, rows } = openRequest(lists, person, request);
      const total = await countUpTo(db, asked.source, asked, Number.MAX_SAFE_INTEGER);
      const progress: Progress = { lignes: 0, total };
      const batches = await openRows(db, rows, {
        toRow: (raw) => {
          progress.lignes += 1;
          return asked.source.toRow(raw);
        },
      });
      const { title, columns } = declaration;
      const told = new Transform({
        transform(chunk, _encoding, done) {
          tell(progress).then(
            () => done(null, chunk),
            (error: Error) => done(error),
          );
        },
      });
      const content = FILE_FORMATS[request.format].write(batches, { title, columns, timeZone });
      // whoever writes the file hears of a failure from it
      pipeline(content, told, () => undefined);
      await finishExport(queries, id, await store.write(id, told));
      return progress;
    },
  });
  await queue.schedule(NATURE, CLEANING, clean);

  return {
    find,
    clean,
    list: (person) => listExports(db, of(person)),

    async start(person, request, titre, fichier) {
      const travail = { nature: NATURE, entiteId: null, utilisateurId: person.id, parametres: request };
      const { id } = await jobs.start(travail, (trx, travailId) =>
        insertExport(trx, { travailId, titre, fichier }),
      );
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
      const format = fichier.endsWith('.csv') ? 'csv' : 'xlsx';
      return { name: fichier, type: FILE_FORMATS[format].type, content: store.read(id) };
    },

    async remove(person, id) {
      const { octets } = await find(person, id);
      if (octets === null) await jobs.cancel(person, id);
      await deleteExport(db, id);
      await store.remove(id);
    },
  };
}
