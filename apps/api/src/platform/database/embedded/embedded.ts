import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from '../connection.ts';
import { give, makeFolder } from './account.ts';
import { createCluster, isCluster, refuseOtherMajor } from './cluster.ts';
import { keepLogBounded } from './log.ts';
import { withLock } from './lock.ts';
import { DATABASE, KEEPER, keepers, placeOf } from './place.ts';
import { settleReplacement } from './replacement.ts';
import { connectionString, ensureLive, stopServer, type Cluster, type Live } from './server.ts';
import { archiveSettings, journalFolder, tunedSettings, type Settings } from './settings.ts';

interface EmbeddedOptions {
  /** Folder of the cluster, inside the product's data folder. */
  dataDir: string;
  /** What the operator should hear, in French. */
  log?: (message: string) => void;
  /** Over the settings worked out from the machine. */
  settings?: Settings;
  /**
   * Whether the log of what is written is put aside (`journalFolder`), for somebody who takes it from there; absent: as
   * it was the last time, so that a command that works on the database leaves no gap.
   */
  archive?: boolean | undefined;
}

export interface Embedded {
  /** Address of a database (default: the product's) as its owner. */
  url: (database?: string) => string;
  readonly pid: number;
  readonly port: number;
  /** Where the cluster really lies: elsewhere than asked when its account cannot reach that place. */
  readonly dataDir: string;
  /** Whether the server already ran: after a crash of the product, or beside another of its processes. */
  readonly attached: boolean;
  /** Lets go of the server, and stops it unless another process of the product still uses it. */
  stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL server that comes with the product, or attaches to it where it already runs. On the first
 * start its cluster is made. Should the server die while it is used, it is brought back on the same port.
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
      const live = await asArchived(cluster, await ensureLive(cluster));
      await createDatabase(connectionString(cluster, live, 'postgres'));
      const keeper = await keep(cluster, live, lock);
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
    () => log('Un autre démarrage est en cours sur cette base : attente.'),
  );
}

async function prepare(
  requestedDir: string,
  { settings = {}, archive }: EmbeddedOptions,
  log: (message: string) => void,
): Promise<Cluster> {
  const place = await placeOf(requestedDir, log);
  const { dataDir, binaries, account } = place;
  await settleReplacement(place);
  if (isCluster(dataDir)) refuseOtherMajor(dataDir, binaries);
  else {
    log(`Création de la base de données dans ${dataDir}.`);
    await createCluster(dataDir, binaries, account);
  }
  const journal = journalFolder(dataDir);
  if (archive === true && !fs.existsSync(journal)) {
    fs.mkdirSync(journal, { mode: 0o700 });
    give(account, journal);
  }
  if (archive === false) fs.rmSync(journal, { recursive: true, force: true });
  const archiving = fs.existsSync(journal) ? archiveSettings(journal) : { archive_mode: 'off' };
  return { dataDir, binaries, account, settings: { ...tunedSettings(), ...archiving, ...settings }, log };
}

/** A server that was left running is started anew where it archives what it should not, or does not what it should. */
async function asArchived(
  cluster: Cluster,
  live: Live & { attached: boolean },
): Promise<Live & { attached: boolean }> {
  if (!live.attached) return live;
  const url = connectionString(cluster, live, 'postgres');
  const isAsked = await withConnection(url, 'octroi', async (client) => {
    const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
    return rows[0]?.mode === cluster.settings['archive_mode'] || (await keepers(client)) > 0;
  });
  if (isAsked) return live;
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

/** Holds a connection for as long as this process needs the server, and brings the server back when it dies. */
async function keep(cluster: Cluster, live: { pid: number; port: number }, lock: string) {
  let stopping: Promise<void> | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: connectionString(cluster, live, 'postgres'),
      application_name: KEEPER,
    });
    let lost = false;
    const onLost = () => {
      if (lost || stopping) return;
      lost = true;
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
      const others = await keepers(client).catch(() => 0);
      await client.end().catch(() => {});
      if (others === 0) await stopServer(cluster);
    });
  }

  let client = await connect();
  const forget = keepLogBounded(cluster.dataDir);
  return {
    stop: () => {
      forget();
      return (stopping ??= release());
    },
  };
}
