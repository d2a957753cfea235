/** Where the cluster of a data folder lies, what runs it and as whom, and who is using it. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { canReach, chooseAccount, makeFolder } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { isCluster } from './cluster.ts';
import type { Account } from './process.ts';

export const DATABASE = 'octroi';
/** Each process of the product holds one connection of this name: what counts who still needs the server. */
export const KEEPER = 'octroi keeper';
/** Where root's clusters and programs go when the unprivileged account cannot reach the repository. */
const SYSTEM_FOLDER = '/var/lib/octroi';

export interface Place {
  dataDir: string;
  account: Account | undefined;
  binaries: Binaries;
}

export async function placeOf(requestedDir: string, log: (message: string) => void): Promise<Place> {
  const { dataDir, account } = await settle(requestedDir, log);
  const spare = account ? SYSTEM_FOLDER : path.dirname(dataDir);
  return { dataDir, account, binaries: await prepareBinaries(account, spare, log) };
}

/** How many other processes of the product use the server. */
export async function keepers(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [KEEPER],
  );
  return rowCount ?? 0;
}

/**
 * Where the cluster lies and whose it is. Under root the account must be able to walk there; where it cannot, the
 * cluster is made under /var/lib and the data folder keeps a note of the place: removing that folder starts afresh.
 */
async function settle(
  requestedDir: string,
  log: (message: string) => void,
): Promise<{ dataDir: string; account: Account | undefined }> {
  const note = `${requestedDir}.location`;
  const noted = fs.existsSync(note) ? fs.readFileSync(note, 'utf8').trim() : '';
  const known = noted && fs.existsSync(noted) ? noted : requestedDir;
  const account = chooseAccount(known);
  if (isCluster(known) || (await canReach(account, path.dirname(known)))) return { dataDir: known, account };
  const dataDir = path.join(SYSTEM_FOLDER, randomBytes(6).toString('hex'), 'pg');
  makeFolder(path.dirname(dataDir));
  fs.writeFileSync(note, `${dataDir}\n`, { flush: true });
  log(
    `Le compte ${account?.name} ne peut pas atteindre ${path.dirname(requestedDir)} : la base va dans ${dataDir}.`,
  );
  return { dataDir, account };
}
