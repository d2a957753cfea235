/** Places of backups: the folder of the installation, and copies elsewhere. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Place {
  /** Display name: a folder, a bucket. */
  name: string;
  /** Names of all files. */
  list: () => Promise<string[]>;
  /** Stores a file completely or not at all. */
  store: (name: string, content: Readable) => Promise<void>;
  /** @returns the SHA-256 of the stored file, read again */
  digest: (name: string) => Promise<string>;
  remove: (name: string) => Promise<void>;
}

export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Suffix of a file while it is stored. */
export const PARTIAL = '.partiel';

/**
 * @param folder must exist: a folder created while its disk is not mounted would be on the wrong disk
 * @param within folder of the disk: if it exists, `folder` is created in it
 */
export function folderPlace(folder: string, within?: string): Place {
  const at = (name: string): string => path.join(folder, name);
  return {
    name: folder,
    async list() {
      if (within && fs.existsSync(within)) fs.mkdirSync(folder, { recursive: true });
      if (!fs.existsSync(folder))
        throw new Error(
          `le dossier ${folder} n’existe pas. Le disque est-il monté ? Faites ce dossier dessus.`,
        );
      return fs.readdirSync(folder);
    },
    async store(name, content) {
      if (fs.existsSync(at(name))) throw new Error(`${at(name)} existe déjà.`);
      const partial = at(`${name}${PARTIAL}`);
      try {
        await pipeline(content, fs.createWriteStream(partial, { mode: 0o600, flush: true }));
        fs.renameSync(partial, at(name));
      } catch (error) {
        fs.rmSync(partial, { force: true });
        throw error;
      }
    },
    digest: (name) => sha256Of(fs.createReadStream(at(name))),
    async remove(name) {
      fs.rmSync(at(name), { force: true });
    },
  };
}
