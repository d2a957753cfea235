/** Whether there is room left where the product writes. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes that are kept free: what a running database and the files of a moment still need. */
const LEAST = 256 * 2 ** 20;

/**
 * @param folder made when something is written there, perhaps not yet
 * @throws an error that says how much is left
 */
export async function demandRoom(folder: string, least = LEAST): Promise<void> {
  const { bavail, bsize, files, ffree } = await diskOf(folder);
  const free = bavail * bsize;
  if (free < least) throw new Error(`${free} bytes are free of ${least} in ${folder}`);
  // a file system that does not count its files says that it has none
  if (files > 0 && ffree === 0) throw new Error(`no file can be made any more in ${folder}`);
}

const diskOf = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || folder === path.dirname(folder)) throw error;
    return diskOf(path.dirname(folder));
  });
