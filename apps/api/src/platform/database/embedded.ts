import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canReach, chooseAccount, makeFolder } from './embedded-account.ts';
import { prepareBinaries } from './embedded-binaries.ts';
import { createCluster, isCluster, refuseOtherMajor } from './embedded-cluster.ts';
import { keepLogBounded } from './embedded-log.ts';
import { withLock } from './embedded-lock.ts';
import type { Account } from './embedded-process.ts';
import { connectionString, ensureLive, stopServer, type Cluster } from './embedded-server.ts';
import { tunedSettings, type Settings } from './embedded-settings.ts';

export { EmbeddedError } from './embedded-process.ts';

export interface EmbeddedOptions {
  /** Folder of the cluster, inside the product's data folder. */
  dataDir: string;
  /** What the operator should hear, in French. */
  log?: (message: string) => void;
  /** Over the settings worked out from the machine. */
  settings?: Settings;
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

const DATABASE = 'octroi';
/** Each process of the product holds one connection of this name: what counts who still needs the server. */
const KEEPER = 'octroi keeper';
/** Where root's clusters and programs go when the unprivileged account cannot reach the repository. */
const SYSTEM_FOLDER = '/var/lib/octroi';

/**
 * Starts the PostgreSQL server that comes with the product, or attaches to it where it already runs. On the first
 * start its cluster is made. Should the server die while it is used, it is brought back on the same port.
 * @throws EmbeddedError whose message tells the operator (in French) what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {} } = options;
  const asked = path.resolve(options.dataDir);
  makeFolder(path.dirname(asked));
  const lock = `${asked}.lock`;
  return withLock(
    lock,
    async () => {
      const cluster = await prepare(asked, options.settings ?? {}, log);
      const live = await ensureLive(cluster);
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

async function prepare(asked: string, settings: Settings, log: (message: string) => void): Promise<Cluster> {
  const { dataDir, account } = await settle(asked, log);
  const spare = account ? SYSTEM_FOLDER : path.dirname(dataDir);
  const binaries = await prepareBinaries(account, spare, log);
  if (isCluster(dataDir)) refuseOtherMajor(dataDir, binaries);
  else {
    log(`Création de la base de données dans ${dataDir}.`);
    await createCluster(dataDir, binaries, account);
  }
  return { dataDir, binaries, account, settings: { ...tunedSettings(), ...settings }, log };
}

/**
 * Where the cluster lies and whose it is. Under root the account must be able to walk there; where it cannot, the
 * cluster is made under /var/lib and the data folder keeps a note of the place: removing that folder starts afresh.
 */
async function settle(
  asked: string,
  log: (message: string) => void,
): Promise<{ dataDir: string; account: Account | undefined }> {
  const note = `${asked}.location`;
  const noted = fs.existsSync(note) ? fs.readFileSync(note, 'utf8').trim() : '';
  const known = noted && fs.existsSync(noted) ? noted : asked;
  const account = chooseAccount(known);
  if (isCluster(known) || (await canReach(account, path.dirname(known)))) return { dataDir: known, account };
  const dataDir = path.join(SYSTEM_FOLDER, randomBytes(6).toString('hex'), 'pg');
  makeFolder(path.dirname(dataDir));
  fs.writeFileSync(note, `${dataDir}\n`, { flush: true });
  log(
    `Le compte ${account?.name} ne peut pas atteindre ${path.dirname(asked)} : la base va dans ${dataDir}.`,
  );
  return { dataDir, account };
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
      const others = await client
        .query('select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [
          KEEPER,
        ])
        .then(({ rowCount }) => rowCount ?? 0)
        .catch(() => 0);
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
