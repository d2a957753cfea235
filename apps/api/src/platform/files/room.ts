/** Checks the free space on the disk. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes kept free for the running database and temporary files. */
const LEAST = 256 * 2 ** 20;

/**
 * @param folder may not exist yet
 * @throws an error with the remaining space
 */
export async function demandRoom(folder: string, least = LEAST): Promise<void> {
  const { bavail, bsize, files, ffree } = await diskOf(folder);
  const free = bavail * bsize;
  if (free < least) throw new Error(`${free} bytes are free of ${least} in ${folder}`);
  // some file systems do not count files and report 0 of 0
  if (files > 0 && ffree === 0) throw new Error(`no file can be made any more in ${folder}`);
}

const diskOf = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || folder === path.dirname(folder)) throw error;
    return diskOf(path.dirname(folder));
  });
