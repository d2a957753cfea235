/** Stores uploads on the disk while they are checked, to keep them out of memory. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Hours after which a file is a leftover of a crash. */
const LEFT_H = 2;

/** The file is deleted when disposed. */
export interface SpooledFile extends AsyncDisposable {
  path: string;
  /** Bytes. */
  size: number;
}

export interface Spool {
  /** @throws errors of the stream or disk; nothing stays behind */
  receive: (content: Readable) => Promise<SpooledFile>;
  /** Deletes leftovers of a crash. */
  sweep: () => Promise<void>;
}

/** @param folder created with the first file */
export function fileSpool(folder: string): Spool {
  return {
    async receive(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, randomUUID());
      const remove = (): Promise<void> => rm(file, { force: true });
      try {
        const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
        await pipeline(content, target);
        return { path: file, size: target.bytesWritten, [Symbol.asyncDispose]: remove };
      } catch (error) {
        await remove();
        throw error;
      }
    },
    async sweep() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const file = path.join(folder, name);
        const left = await stat(file).catch(() => undefined);
        if (left && Date.now() - left.mtimeMs > LEFT_H * 3_600_000) await rm(file, { force: true });
      }
    },
  };
}
