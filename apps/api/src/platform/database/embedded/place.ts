/** Folder, programs and account of a cluster, and the processes that use it. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { canReach, chooseAccount, makeFolder } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { isCluster } from './cluster.ts';
import type { Account } from './process.ts';

export const DATABASE = 'octroi';
/** Each process of the product holds one connection of this name, so that the users of the server can be counted. */
export const KEEPER = 'octroi keeper';
/** Place of root's clusters and programs if the unprivileged account cannot reach the repository. */
const SYSTEM_FOLDER = '/var/lib/octroi';

export interface Place {
  dataDir: string;
  account: Account | undefined;
  binaries: Binaries;
}

export async function placeOf(requestedDir: string, log: (message: string) => void): Promise<Place> {
  const { dataDir, account } = await findFolder(requestedDir, log);
  const spare = account ? SYSTEM_FOLDER : path.dirname(dataDir);
  return { dataDir, account, binaries: await prepareBinaries(account, spare, log) };
}

/** Number of other processes of the product that use the server. */
export async function countUsers(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [KEEPER],
  );
  return rowCount ?? 0;
}

const noteFile = (requestedDir: string): string => `${requestedDir}.location`;

/** The noted folder of the cluster, if there is one; else the requested one. */
export function existingFolder(requestedDir: string): string {
  const note = noteFile(requestedDir);
  const noted = fs.existsSync(note) ? fs.readFileSync(note, 'utf8').trim() : '';
  return noted && fs.existsSync(noted) ? noted : requestedDir;
}

/**
 * Finds the folder and account of the cluster. Under root, if the account cannot reach the folder, the cluster is
 * created under /var/lib and its path is written to a file next to the data folder.
 */
async function findFolder(
  requestedDir: string,
  log: (message: string) => void,
): Promise<{ dataDir: string; account: Account | undefined }> {
  const note = noteFile(requestedDir);
  const existing = existingFolder(requestedDir);
  const account = chooseAccount(existing);
  if (isCluster(existing) || (await canReach(account, path.dirname(existing))))
    return { dataDir: existing, account };
  const dataDir = path.join(SYSTEM_FOLDER, randomBytes(6).toString('hex'), 'pg');
  makeFolder(path.dirname(dataDir));
  fs.writeFileSync(note, `${dataDir}\n`, { flush: true });
  log(
    `Le compte ${account?.name} ne peut pas atteindre ${path.dirname(requestedDir)} : la base va dans ${dataDir}.`,
  );
  return { dataDir, account };
}
