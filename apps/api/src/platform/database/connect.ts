/** Finds the database that the configuration means: an external one, or the embedded server, started if need be. */
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#src/config.ts';
import { applicationLogin } from './embedded/application-login.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { findPrimary, serversOf } from './standby/hosts.ts';
import { settleRestoration } from './restoration.ts';

export interface OpenDatabase {
  /** Connects as the owner of the schema: migrations, loads, verification. */
  url: string;
  embedded: boolean;
  /** Where the embedded server keeps its files. */
  folder?: string;
  /** Stops the embedded server, if this call started or attached to one. */
  close: () => Promise<void>;
}

/** What the application's requests go through. */
export interface ApplicationAddress {
  url: string;
  /** Whether a pooler of transactions stands there. */
  pooled: boolean;
}

/**
 * On the embedded server the application logs in as its own role, which it cannot leave; elsewhere the owner's account
 * takes that role, unless a pooler's address, which names it, is given. Once the schema, and the role with it, is there.
 */
export async function applicationAddress(
  { url, folder }: Pick<OpenDatabase, 'url' | 'folder'>,
  { poolerUrl }: Pick<Config, 'poolerUrl'>,
): Promise<ApplicationAddress> {
  if (poolerUrl) return { url: poolerUrl, pooled: true };
  return { url: folder === undefined ? url : await applicationLogin(url, folder), pooled: false };
}

/**
 * What a restore that was interrupted left is settled first.
 * @param archive whether the embedded server puts its log aside; absent: as it did
 * @throws an error in French that says what to do when the server does not answer, or a restore is under way
 */
export async function openDatabase(
  config: Config,
  log: (message: string) => void,
  archive?: boolean,
): Promise<OpenDatabase> {
  const database = await findDatabase(config, log, archive);
  try {
    await settleRestoration({ url: database.url, uploads: path.join(config.dataDir, 'uploads') }, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function findDatabase(
  config: Config,
  log: (message: string) => void,
  archive: boolean | undefined,
): Promise<OpenDatabase> {
  if (!config.databaseUrl) {
    const server = await startEmbedded({ dataDir: `${config.dataDir}/pg`, log, archive });
    return {
      url: server.url(),
      embedded: true,
      folder: server.dataDir,
      close: async () => void (await server.stop()),
    };
  }
  const url = await choose(serversOf(config.databaseUrl));
  await demandVersion(url);
  return { url, embedded: false, close: async () => undefined };
}

/** Of several servers the one that writes. */
async function choose(urls: readonly [string, ...string[]]): Promise<string> {
  const [only, ...others] = urls;
  if (others.length === 0) return only;
  const { primary, refusals } = await findPrimary(urls);
  if (primary) return primary.url;
  const told = urls.map((url, index) => `${placeOf(url)} : ${refusals[index]}`).join(' ; ');
  throw new Error(
    `Aucune base de DATABASE_URL n’accepte d’écrire (${told}). Démarrez celle qui écrit, ou promouvez l’une des autres ` +
      '(pg_ctl promote, ou select pg_promote()).',
  );
}

/** A server as it may be shown: no name, no password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

async function demandVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) < 150_000) throw new Error('PostgreSQL 15 ou plus récent est nécessaire');
  } catch (error) {
    throw new Error(
      `La base de DATABASE_URL (${placeOf(url)}) ne répond pas : ${(error as Error).message}. ` +
        'Vérifiez que le serveur est démarré, que l’adresse, le nom et le mot de passe sont justes, ou retirez DATABASE_URL pour la base embarquée.',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
