/**
 * A restore fills a second installation, a database and a folder of uploads, and swaps it with the present one at the
 * end. The databases are swapped in one transaction, so that an interrupted restore is either done or not. What it left
 * is completed or removed at the next opening of the database:
 *
 * | Former database | Former uploads | Prepared uploads | Then                                    |
 * | --------------- | -------------- | ---------------- | --------------------------------------- |
 * | no              | no             | yes              | not swapped: remove what was prepared   |
 * | yes             | no, or yes     | yes              | swap the uploads too, remove the former |
 * | yes             | yes            | no               | remove the former installation          |
 * | no              | yes            | no               | remove the former uploads               |
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withConnection } from './connection.ts';

const { escapeIdentifier: identifier, escapeLiteral: literal } = pg;

interface Installation {
  /** Address of the database, as its owner. */
  url: string;
  /** Folder of uploaded files. */
  uploads: string;
}

interface Places {
  name: string;
  /** Names of the database being filled and of the replaced one. */
  filling: string;
  former: string;
  uploads: string;
  /** Folders of their uploads; while they exist, a restore is not complete. */
  restoring: string;
  replaced: string;
}

/** The empty installation that a restore fills. */
interface EmptyInstallation {
  url: string;
  uploads: string;
  /** Replaces the present installation by this one, and removes the present one. */
  replaceInstallation: () => Promise<void>;
}

function placesOf({ url, uploads }: Installation): Places {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const folder = (suffix: string) => path.join(path.dirname(uploads), `${path.basename(uploads)}.${suffix}`);
  return {
    name,
    filling: `${name}_restauration`,
    former: `${name}_avant`,
    uploads,
    restoring: folder('restoring'),
    replaced: folder('replaced'),
  };
}

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/** Runs work on the databases from a third one, with a lock against a second restore of this installation. */
const underRestoreLock = <T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withConnection(withName(url, 'postgres'), 'octroi restore', async (client) => {
    try {
      // PostgreSQL notices a killed process with a delay, longer on a busy machine
      await client.query("set lock_timeout = '5s'");
      await client.query('select pg_advisory_lock(hashtext($1))', [`restauration ${name}`]);
      await client.query('reset lock_timeout');
    } catch (error) {
      throw (error as { code?: string }).code === '55P03' ? restoreRunning() : error;
    }
    return work(client);
  });

const restoreRunning = (): Error =>
  new Error('Une restauration est en cours sur cette base. Attendez qu’elle soit finie.');

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

const drop = (client: pg.Client, name: string) =>
  client.query(`drop database if exists ${identifier(name)} with (force)`);

async function completeOrRemove(client: pg.Client, places: Places): Promise<void> {
  const { filling, former, uploads, restoring, replaced } = places;
  if (await exists(client, former)) {
    if (fs.existsSync(restoring)) {
      if (fs.existsSync(uploads)) fs.renameSync(uploads, replaced);
      fs.renameSync(restoring, uploads);
    }
    await drop(client, former);
  } else {
    await drop(client, filling);
    fs.rmSync(restoring, { recursive: true, force: true });
  }
  fs.rmSync(replaced, { recursive: true, force: true });
}

/** Completes or removes what an interrupted restore left. */
export async function completeInterruptedRestore(
  installation: Installation,
  log: (message: string) => void,
): Promise<void> {
  const places = placesOf(installation);
  if (!fs.existsSync(places.restoring) && !fs.existsSync(places.replaced)) return;
  await underRestoreLock(installation.url, places.name, async (client) => {
    log('Une restauration a été interrompue : remise en ordre.');
    await completeOrRemove(client, places);
  });
}

/**
 * Creates an empty database and folder for `fill`, which may swap them with the installation. On failure they are
 * removed, and the installation is unchanged.
 */
export async function restoreIntoCopy<T>(
  installation: Installation,
  fill: (filling: EmptyInstallation) => Promise<T>,
): Promise<T> {
  const places = placesOf(installation);
  return underRestoreLock(installation.url, places.name, async (client) => {
    await completeOrRemove(client, places);
    fs.mkdirSync(places.restoring, { recursive: true });
    try {
      await createLike(client, places.name, places.filling);
      return await fill({
        url: withName(installation.url, places.filling),
        uploads: places.restoring,
        replaceInstallation: () => swap(client, places),
      });
    } catch (error) {
      await completeOrRemove(client, places).catch(() => undefined); // the next start does it
      throw error;
    }
  });
}

/**
 * Creates an empty database for `work`, and drops it afterwards. One left by a killed process is replaced by the next.
 */
export async function withScratchDatabase<T>(
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const scratch = `${name}_essai`;
  return withConnection(withName(url, 'postgres'), 'octroi backup check', async (client) => {
    await drop(client, scratch);
    try {
      await createLike(client, name, scratch);
      return await work(withName(url, scratch));
    } finally {
      await drop(client, scratch);
    }
  });
}

async function swap(client: pg.Client, places: Places): Promise<void> {
  const { name, filling, former, uploads } = places;
  // the renamed folder tells a later start how far the swap came, so it must exist
  fs.mkdirSync(uploads, { recursive: true });
  try {
    await client.query('begin');
    await client.query(`alter database ${identifier(name)} rename to ${identifier(former)}`);
    await client.query(`alter database ${identifier(filling)} rename to ${identifier(name)}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw (error as { code?: string }).code === '55006' ? databaseInUse() : error;
  }
  await completeOrRemove(client, places);
}

export const databaseInUse = (): Error =>
  new Error('La base est en service. Arrêtez Octroi et tout ce qui s’y connecte, puis recommencez.');

/** Creates an empty database with the collation and encoding of another. */
async function createLike(client: pg.Client, model: string, name: string): Promise<void> {
  const { rows } = await client.query<{ d: Record<string, string | null>; encoding: string }>(
    `select to_jsonb(d) as d, pg_encoding_to_char(encoding) as encoding from pg_database d where datname = $1`,
    [model],
  );
  const { d = {}, encoding = 'UTF8' } = rows[0] ?? {};
  // the column has another name before PostgreSQL 17
  const locale = d['datlocale'] ?? d['daticulocale'];
  const provider = { i: 'icu', b: 'builtin' }[d['datlocprovider'] ?? 'c'];
  const options = [
    `template template0 encoding ${literal(encoding)}`,
    `lc_collate ${literal(d['datcollate'] ?? 'C')} lc_ctype ${literal(d['datctype'] ?? 'C')}`,
    provider && locale ? `locale_provider ${provider} ${provider}_locale ${literal(locale)}` : '',
  ];
  try {
    await client.query(`create database ${identifier(name)} ${options.join(' ')}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(
      'Le compte de la base doit pouvoir en créer une : une restauration, et l’essai d’une sauvegarde, remplissent une ' +
        'base à côté de l’autre. Accordez-le-lui (alter role … createdb), puis recommencez.',
      { cause: error },
    );
  }
}
