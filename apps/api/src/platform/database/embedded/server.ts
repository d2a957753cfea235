import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { OWNER, passwordFile, startLog, writeSettings } from './cluster.ts';
import {
  dropStalePidFile,
  EmbeddedError,
  freePort,
  isPostmasterOf,
  readPidFile,
  run,
  type Account,
} from './process.ts';
import type { Settings } from './settings.ts';

/** A cluster, with the programs and settings that run it. */
export interface Cluster {
  dataDir: string;
  binaries: Binaries;
  account: Account | undefined;
  settings: Settings;
  log: (message: string) => void;
  /** Maximum milliseconds of a start. */
  patience?: number;
  /** Ends the wait for a server that another process started. */
  signal?: AbortSignal | undefined;
}

export interface Live {
  pid: number;
  port: number;
}

/** Recovery after a crash replays everything since the last checkpoint: minutes on a slow disk. */
const START_PATIENCE_MS = 10 * 60_000;
/** After a `kill -9` of the server, its children release memory and port with a delay. */
const RETRY_PATIENCE_MS = 30_000;

/** Milliseconds after which the operator is told what is waited for. */
const NOTICE_MS = 5000;

const RETRIED =
  /shared memory block|could not bind|Address already in use|lock file .* already exists|WSAEADDRINUSE/;

export function connectionString(cluster: Pick<Cluster, 'dataDir'>, live: Live, database: string): string {
  const password = fs.readFileSync(passwordFile(cluster.dataDir), 'utf8').trim();
  return `postgres://${OWNER}:${password}@127.0.0.1:${live.port}/${encodeURIComponent(database)}`;
}

/**
 * Whether the cluster's own server runs: it answers on its noted port, accepts the password and reports this very
 * folder. 'busy' while it starts, recovers or stops, and while its process does not answer: a second one could not start.
 */
export async function findLive(cluster: Pick<Cluster, 'dataDir'>): Promise<Live | 'busy' | undefined> {
  const live = readPidFile(cluster.dataDir);
  if (!live?.port) return undefined;
  const client = new pg.Client({
    connectionString: connectionString(cluster, live, 'postgres'),
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {}); // a server that dies while asked is simply not live
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const folder = rows[0]?.data_directory ?? '';
    return fs.realpathSync(folder) === fs.realpathSync(cluster.dataDir) ? live : undefined;
  } catch (error) {
    const isBusy =
      error instanceof pg.DatabaseError
        ? error.code === '57P03'
        : await isPostmasterOf(live.pid, cluster.dataDir);
    return isBusy ? 'busy' : undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Attaches to the cluster's server, or starts it. Requires the cluster's lock.
 * @param port the port to use; absent: any free one
 */
export async function ensureLive(cluster: Cluster, port?: number): Promise<Live & { attached: boolean }> {
  const { patience = START_PATIENCE_MS } = cluster;
  const notice = setTimeout(() => {
    const most = Math.round(patience / 60_000);
    cluster.log(
      'PostgreSQL ne répond pas encore : il démarre, rejoue son journal après une coupure, ou s’arrête. Attente, ' +
        `${most} minutes au plus.`,
    );
  }, NOTICE_MS);
  try {
    return await attachOrStart(cluster, port, patience);
  } finally {
    clearTimeout(notice);
  }
}

async function attachOrStart(
  cluster: Cluster,
  port: number | undefined,
  patience: number,
): Promise<Live & { attached: boolean }> {
  const began = Date.now();
  let started = false;
  for (;;) {
    const live = await findLive(cluster);
    if (live && live !== 'busy') return { ...live, attached: !started };
    const waited = Date.now() - began;
    if (waited > patience) throw failure(cluster);
    if (!started) cluster.signal?.throwIfAborted();
    if (!live) {
      // pg_ctl counts a server in recovery as started: it ends later if its log is interrupted
      if (started) throw failure(cluster);
      const retry = await start(cluster, port);
      if (!retry) started = true;
      else if (waited > RETRY_PATIENCE_MS) throw failure(cluster);
    }
    await sleep(100);
  }
}

/** @returns whether the start failed for a passing reason */
async function start(cluster: Cluster, port: number | undefined): Promise<boolean> {
  const { dataDir, binaries, account, settings, patience = START_PATIENCE_MS } = cluster;
  await dropStalePidFile(dataDir);
  writeSettings(dataDir, {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: port ?? (await freePort()),
    ...settings,
  });
  fs.rmSync(startLog(dataDir), { force: true });
  const { code, output } = await run(
    binaries.program('pg_ctl'),
    ['start', '-D', dataDir, '-l', startLog(dataDir), '-w', '-t', String(patience / 1000)],
    { account, cwd: binaries.native, stdio: 'ignore' },
  );
  if (code === 0) return false;
  if (code === -1) throw new EmbeddedError(`PostgreSQL n’a pas pu être lancé : ${output}`);
  if (RETRIED.test(lastLines(cluster))) return true;
  throw failure(cluster);
}

export async function stopServer({ dataDir, binaries, account }: Cluster): Promise<void> {
  const { code } = await run(
    binaries.program('pg_ctl'),
    ['stop', '-D', dataDir, '-m', 'fast', '-w', '-t', '300'],
    {
      account,
      cwd: binaries.native,
      stdio: 'ignore',
    },
  );
  if (code !== 0 && readPidFile(dataDir)) {
    throw new EmbeddedError(
      `PostgreSQL (${dataDir}) ne s’est pas arrêté ; son journal : ${path.join(dataDir, 'log')}`,
    );
  }
}

function failure(cluster: Cluster): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL n’a pas démarré sur ${cluster.dataDir}. Ses derniers mots :\n${lastLines(cluster) || '(aucun)'}`,
  );
}

/** The end of the server's log: in start.log before its log collector runs, then in today's log. */
function lastLines({ dataDir }: Cluster): string {
  const folder = path.join(dataDir, 'log');
  const newest = (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    .map((name) => path.join(folder, name))
    .toSorted((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)[0];
  return [startLog(dataDir), newest]
    .filter((file) => file !== undefined && fs.existsSync(file))
    .flatMap((file) => fs.readFileSync(file!, 'utf8').trim().split('\n').slice(-12))
    .join('\n');
}
