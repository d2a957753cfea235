/** Files of the uploads folder, written atomically under unguessable names. */
import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { actUnderWay } from '../act.ts';

/** Names of images, thumbnails and documents. */
export const FILE_NAME = /^[0-9a-f]{32}(?:(?:-mini)?\.jpg|\.pdf)$/;

export const newFileName = (type: 'jpg' | 'pdf' = 'jpg'): string =>
  `${randomBytes(16).toString('hex')}.${type}`;
export const thumbnailOf = (name: string): string => name.replace(/\.jpg$/, '-mini.jpg');
/** The image of a thumbnail; an image's own name is unchanged. */
export const pictureOf = (name: string): string => name.replace('-mini.jpg', '.jpg');

export interface FileStore {
  /** Writes a new file durably (fsync). */
  write: (name: string, content: Buffer) => Promise<void>;
  /** Its size and content; undefined if it does not exist. */
  read: (name: string) => Promise<{ size: number; content: ReadStream } | undefined>;
  /** Deletes the existing ones among these files. */
  remove: (names: readonly string[]) => Promise<void>;
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param folder created with the first file */
export function fileStore(folder: string): FileStore {
  // folders of some thousand files each: one folder of a million would be slow to list
  const pathOf = (name: string): string => {
    if (!FILE_NAME.test(name)) throw new Error(`not a name of a file: ${name}`);
    return path.join(folder, name.slice(0, 2), name);
  };
  return {
    async write(name, content) {
      const target = pathOf(name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const partial = `${target}.${randomBytes(4).toString('hex')}.partiel`;
      try {
        const file = await open(partial, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(partial, target);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async read(name) {
      const file = pathOf(name);
      try {
        const { size } = await stat(file);
        return { size, content: createReadStream(file) };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
  };
}

/**
 * Records files that were just written, or removes them: not where a record that names them may be stored.
 * @throws what `record` throws
 */
export async function recordFiles<T>(
  files: FileStore,
  names: readonly string[],
  record: () => Promise<T>,
): Promise<T> {
  try {
    return await record();
  } catch (error) {
    if (!actUnderWay()?.hasStored) await files.remove(names);
    throw error;
  }
}
