import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from '../connection.ts';
import { giveTo, makeFolder } from './account.ts';
import { createCluster, isCluster, refuseOtherMajor } from './cluster.ts';
import { keepLogLimited } from './log.ts';
import { withLock } from './lock.ts';
import { DATABASE, KEEPER, countUsers, placeOf } from './place.ts';
import { completeReplacement } from './replacement.ts';
import { connectionString, ensureLive, stopServer, type Cluster, type Live } from './server.ts';
import { archiveSettings, journalFolder, tunedSettings, type Settings } from './settings.ts';

export interface EmbeddedOptions {
  /** Folder of the cluster, inside the product's data folder. */
  dataDir: string;
  /** Receives messages for the operator, in French. */
  log?: (message: string) => void;
  /** Override the settings computed for the machine. */
  settings?: Settings;
  /**
   * Whether the server archives its write-ahead log in `journalFolder`, for a backup to take; absent: as at the last
   * start, so that a command working on the database leaves no gap.
   */
  archive?: boolean | undefined;
  /** Ends the wait for another process's start, or for a server that does not answer. */
  signal?: AbortSignal | undefined;
}

export interface Embedded {
  /** Address of a database (default: the product's) as its owner. */
  url: (database?: string) => string;
  readonly pid: number;
  readonly port: number;
  /** Real folder of the cluster: not the requested one if its account cannot reach that. */
  readonly dataDir: string;
  /** Whether the server already ran: after a crash of the product, or for another of its processes. */
  readonly attached: boolean;
  /** Releases the server, and stops it unless another process of the product uses it. */
  stop: () => Promise<void>;
}

/**
 * Starts the product's PostgreSQL server, or attaches to it if it runs. The first start creates its cluster. If the
 * server dies while in use, it is restarted on the same port.
 * @throws EmbeddedError whose message tells the operator (in French) what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {} } = options;
  const requestedDir = path.resolve(options.dataDir);
  makeFolder(path.dirname(requestedDir));
  const lock = `${requestedDir}.lock`;
  return withLock(
    lock,
    async () => {
      const cluster = await prepare(requestedDir, options, log);
      const live = await restartIfArchivingDiffers(cluster, await ensureLive(cluster));
      await createDatabase(connectionString(cluster, live, 'postgres'));
      const keeper = await keepRunning(cluster, live, lock);
      return {
        url: (database = DATABASE) => connectionString(cluster, live, database),
        get pid() {
          return live.pid;
        },
        port: live.port,
        dataDir: cluster.dataDir,
        attached: live.attached,
        stop: keeper.stop,
      };
    },
    {
      onWait: () => log('Un autre démarrage est en cours sur cette base : attente.'),
      signal: options.signal,
    },
  );
}

async function prepare(
  requestedDir: string,
  { settings = {}, archive, signal }: EmbeddedOptions,
  log: (message: string) => void,
): Promise<Cluster> {
  const place = await placeOf(requestedDir, log);
  const { dataDir, binaries, account } = place;
  await completeReplacement(place);
  if (isCluster(dataDir)) refuseOtherMajor(dataDir, binaries);
  else {
    log(`Création de la base de données dans ${dataDir}.`);
    await createCluster(dataDir, binaries, account);
  }
  const journal = journalFolder(dataDir);
  if (archive === true && !fs.existsSync(journal)) {
    fs.mkdirSync(journal, { mode: 0o700 });
    giveTo(account, journal);
  }
  if (archive === false) fs.rmSync(journal, { recursive: true, force: true });
  const archiving = fs.existsSync(journal) ? archiveSettings(journal) : { archive_mode: 'off' };
  return {
    dataDir,
    binaries,
    account,
    settings: { ...tunedSettings(), ...archiving, ...settings },
    log,
    signal,
  };
}

/** Restarts a server that was left running with another archive mode, unless another process uses it. */
async function restartIfArchivingDiffers(
  cluster: Cluster,
  live: Live & { attached: boolean },
): Promise<Live & { attached: boolean }> {
  if (!live.attached) return live;
  const url = connectionString(cluster, live, 'postgres');
  const mayStay = await withConnection(url, 'octroi', async (client) => {
    const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
    return rows[0]?.mode === cluster.settings['archive_mode'] || (await countUsers(client)) > 0;
  });
  if (mayStay) return live;
  await stopServer(cluster);
  return ensureLive(cluster);
}

async function createDatabase(maintenance: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Holds a connection while this process needs the server, and restarts the server if it dies. */
async function keepRunning(cluster: Cluster, live: { pid: number; port: number }, lock: string) {
  let stopping: Promise<void> | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: connectionString(cluster, live, 'postgres'),
      application_name: KEEPER,
    });
    let isLost = false;
    const onLost = () => {
      if (isLost || stopping) return;
      isLost = true;
      void recover();
    };
    await client.connect();
    client.once('end', onLost);
    client.on('error', onLost);
    return client;
  }

  async function recover(): Promise<void> {
    cluster.log('Le serveur PostgreSQL s’est interrompu ; reprise.');
    for (let wait = 200; !stopping; wait = Math.min(wait * 2, 10_000)) {
      try {
        await withLock(lock, async () => {
          if (stopping) return;
          live.pid = (await ensureLive(cluster, live.port)).pid;
          client = await connect();
          cluster.log('Le serveur PostgreSQL répond de nouveau.');
        });
        return;
      } catch (error) {
        cluster.log(`La reprise du serveur PostgreSQL a échoué : ${(error as Error).message}`);
        await sleep(wait, undefined, { ref: false });
      }
    }
  }

  async function release(): Promise<void> {
    await withLock(lock, async () => {
      const others = await countUsers(client).catch(() => 0);
      await client.end().catch(() => {});
      if (others === 0) await stopServer(cluster);
    });
  }

  let client = await connect();
  const stopLogLimit = keepLogLimited(cluster.dataDir);
  return {
    stop: () => {
      stopLogLimit();
      return (stopping ??= release());
    },
  };
}
