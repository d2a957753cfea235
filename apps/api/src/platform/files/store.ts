/** Files of the uploads folder: written whole or not at all, under names that cannot be guessed. */
import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A picture's name, that of its thumbnail, and that of a document. */
export const FILE_NAME = /^[0-9a-f]{32}(?:(?:-mini)?\.jpg|\.pdf)$/;

export const newFileName = (type: 'jpg' | 'pdf' = 'jpg'): string =>
  `${randomBytes(16).toString('hex')}.${type}`;
export const thumbnailOf = (name: string): string => name.replace(/\.jpg$/, '-mini.jpg');
/** The picture that a thumbnail belongs to, and a picture itself. */
export const pictureOf = (name: string): string => name.replace('-mini.jpg', '.jpg');

export interface FileStore {
  /** Writes a new file; once it is written, a crash no longer loses it. */
  write: (name: string, content: Buffer) => Promise<void>;
  /** Its length and content, or undefined where there is none. */
  read: (name: string) => Promise<{ size: number; content: ReadStream } | undefined>;
  /** Removes what is there of these files. */
  remove: (names: readonly string[]) => Promise<void>;
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param folder made when the first file is written */
export function fileStore(folder: string): FileStore {
  // folders of some thousand files each, where one of a million would be slow to list
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
