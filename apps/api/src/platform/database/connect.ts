/** Finds the configured database: an external one, or the embedded server, started if needed. */
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#src/config.ts';
import { applicationLogin } from './embedded/application-login.ts';
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts';
import { findPrimary, serversOf } from './standby/hosts.ts';
import { messageOf } from '#src/platform/system-error.ts';
import { completeInterruptedRestore } from './restoration.ts';

export interface OpenDatabase {
  /** Connection as the owner of the schema: for migrations, loads, verification. */
  url: string;
  embedded: boolean;
  /** Data folder of the embedded server. */
  folder?: string;
  /** Stops the embedded server, if this call started or attached to one. */
  close: () => Promise<void>;
}

/** Address for the application's requests. */
export interface ApplicationAddress {
  url: string;
  /** Whether it is a pooler in transaction mode. */
  pooled: boolean;
}

/**
 * The application's address, once the schema and its role exist. On the embedded server the application logs in as its
 * own role, which it cannot leave. Elsewhere the owner's account takes that role, unless the address of a pooler, which
 * names it, is configured.
 */
export async function applicationAddress(
  { url, folder }: Pick<OpenDatabase, 'url' | 'folder'>,
  { poolerUrl }: Pick<Config, 'poolerUrl'>,
): Promise<ApplicationAddress> {
  if (poolerUrl) return { url: poolerUrl, pooled: true };
  return { url: folder === undefined ? url : await applicationLogin(url, folder), pooled: false };
}

/**
 * Opens the database; what an interrupted restore left is completed or removed first.
 * @param options `archive`: whether the embedded server archives its write-ahead log; absent: as at its last start.
 * `signal` ends a wait for another start
 * @throws an error in French that says what to do if the server does not answer, or a restore is running
 */
export async function openDatabase(
  config: Config,
  log: (message: string) => void,
  options: Pick<EmbeddedOptions, 'archive' | 'signal'> = {},
): Promise<OpenDatabase> {
  const database = await findDatabase(config, log, options);
  try {
    await completeInterruptedRestore(
      { url: database.url, uploads: path.join(config.dataDir, 'uploads') },
      log,
    );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function findDatabase(
  config: Config,
  log: (message: string) => void,
  options: Pick<EmbeddedOptions, 'archive' | 'signal'>,
): Promise<OpenDatabase> {
  if (!config.databaseUrl) {
    const server = await startEmbedded({ dataDir: `${config.dataDir}/pg`, log, ...options });
    return {
      url: server.url(),
      embedded: true,
      folder: server.dataDir,
      close: async () => void (await server.stop()),
    };
  }
  const url = await choosePrimary(serversOf(config.databaseUrl));
  await demandServerVersion(url);
  return { url, embedded: false, close: async () => undefined };
}

/** Of several servers, the one that accepts writes. */
async function choosePrimary(urls: readonly [string, ...string[]]): Promise<string> {
  const [only, ...others] = urls;
  if (others.length === 0) return only;
  const { primary, refusals } = await findPrimary(urls);
  if (primary) return primary.url;
  const reasons = urls.map((url, index) => `${placeOf(url)} : ${refusals[index]}`).join(' ; ');
  throw new Error(
    `Aucune base de DATABASE_URL n’accepte d’écrire (${reasons}). Démarrez celle qui écrit, ou promouvez l’une des autres ` +
      '(pg_ctl promote, ou select pg_promote()).',
  );
}

/** Address of a server without user name and password, for messages. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

async function demandServerVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) < 150_000) throw new Error('PostgreSQL 15 ou plus récent est nécessaire');
  } catch (error) {
    throw new Error(
      `La base de DATABASE_URL (${placeOf(url)}) ne répond pas : ${messageOf(error)}. ` +
        'Vérifiez que le serveur est démarré, que l’adresse, le nom et le mot de passe sont justes, ou retirez DATABASE_URL pour la base embarquée.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
