/** Folder of generated files; a file appears only when complete. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#src/platform/http/problem.ts';

/** Extension of incomplete files. */
const PARTIAL = '.partiel';

export interface ExportStore {
  /**
   * Writes or replaces a file; an incomplete one is removed on failure.
   * @returns its size in bytes
   * @throws AppError if the disk is full
   */
  write: (name: string, content: Readable) => Promise<number>;
  /** Undefined if it does not exist. */
  read: (name: string) => Promise<{ size: number; content: Readable } | undefined>;
  remove: (name: string) => Promise<void>;
  /** Names of all files, incomplete ones included. */
  list: () => Promise<string[]>;
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** @param create opens a file for writing */
export function exportStore(
  folder: string,
  create: (file: string) => Writable = (file) => createWriteStream(file, { mode: 0o600 }),
): ExportStore {
  const at = (name: string): string => path.join(folder, name);
  const remove = (name: string): Promise<void> => rm(at(name), { force: true });
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, create(at(name + PARTIAL)));
        const { size } = await stat(at(name + PARTIAL));
        await rename(at(name + PARTIAL), at(name));
        return size;
      } catch (error) {
        await remove(name + PARTIAL);
        if (isFull(error))
          throw new AppError(
            'serveur.indisponible',
            'Le disque du serveur est plein : le fichier n’a pas été écrit. Prévenez votre administrateur.',
          );
        throw error;
      }
    },
    async read(name) {
      try {
        const { size } = await stat(at(name));
        return { size, content: createReadStream(at(name)) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove,
    list: () => readdir(folder).catch(() => []),
  };
}
