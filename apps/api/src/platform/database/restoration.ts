/**
 * A restore prepares a whole installation beside the present one, a database and a folder of uploads, and lets them
 * change places at the end. The databases change in one transaction: before it the restore has not taken place, after it
 * it has, whatever ends it. What it left is settled by whoever opens the database next:
 *
 * | Database of before | Uploads of before | Prepared uploads | So                                                |
 * | ------------------ | ----------------- | ---------------- | ------------------------------------------------- |
 * | no                 | no                | there            | nothing has changed places: what was prepared goes |
 * | there              | no, or there      | there            | the uploads have yet to follow                    |
 * | there              | there             | no               | the former installation has yet to go             |
 * | no                 | there             | no               | its uploads have yet to go                        |
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withConnection } from './connection.ts';

const { escapeIdentifier: identifier, escapeLiteral: literal } = pg;

interface Installation {
  /** Address of the database, as its owner. */
  url: string;
  /** Folder of the files that people sent. */
  uploads: string;
}

interface Places {
  name: string;
  /** Databases: the one being filled, and the one that was replaced. */
  beside: string;
  before: string;
  uploads: string;
  /** Their folders, which also tell that there is something to settle. */
  restoring: string;
  replaced: string;
}

/** What a restore is given to fill. */
interface Beside {
  url: string;
  uploads: string;
  /** Puts what was filled in the place of the installation, which goes. */
  takePlace: () => Promise<void>;
}

function placesOf({ url, uploads }: Installation): Places {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const folder = (suffix: string) => path.join(path.dirname(uploads), `${path.basename(uploads)}.${suffix}`);
  return {
    name,
    beside: `${name}_restauration`,
    before: `${name}_avant`,
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

/** Works on the databases from a third one, while nobody else restores this installation. */
const alone = <T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(withName(url, 'postgres'), 'octroi restore', async (client) => {
    try {
      // PostgreSQL hears a little late that a process was killed, the later the busier the machine
      await client.query("set lock_timeout = '5s'");
      await client.query('select pg_advisory_lock(hashtext($1))', [`restauration ${name}`]);
      await client.query('reset lock_timeout');
    } catch (error) {
      throw (error as { code?: string }).code === '55P03' ? underWay() : error;
    }
    return work(client);
  });

const underWay = (): Error =>
  new Error('Une restauration est en cours sur cette base. Attendez qu’elle soit finie.');

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

const drop = (client: pg.Client, name: string) =>
  client.query(`drop database if exists ${identifier(name)} with (force)`);

async function settle(client: pg.Client, places: Places): Promise<void> {
  const { beside, before, uploads, restoring, replaced } = places;
  if (await isThere(client, before)) {
    if (fs.existsSync(restoring)) {
      if (fs.existsSync(uploads)) fs.renameSync(uploads, replaced);
      fs.renameSync(restoring, uploads);
    }
    await drop(client, before);
  } else {
    await drop(client, beside);
    fs.rmSync(restoring, { recursive: true, force: true });
  }
  fs.rmSync(replaced, { recursive: true, force: true });
}

/** Settles what a restore that was ended in the middle has left, if one was. */
export async function settleRestoration(
  installation: Installation,
  log: (message: string) => void,
): Promise<void> {
  const places = placesOf(installation);
  if (!fs.existsSync(places.restoring) && !fs.existsSync(places.replaced)) return;
  await alone(installation.url, places.name, async (client) => {
    log('Une restauration a été interrompue : remise en ordre.');
    await settle(client, places);
  });
}

/**
 * Gives `fill` an empty database and folder beside the installation, which it may put in its place. Where it fails, they
 * go, and the installation is as it was.
 */
export async function restoreBeside<T>(
  installation: Installation,
  fill: (beside: Beside) => Promise<T>,
): Promise<T> {
  const places = placesOf(installation);
  return alone(installation.url, places.name, async (client) => {
    await settle(client, places);
    fs.mkdirSync(places.restoring, { recursive: true });
    try {
      await createLike(client, places.name, places.beside);
      return await fill({
        url: withName(installation.url, places.beside),
        uploads: places.restoring,
        takePlace: () => swap(client, places),
      });
    } catch (error) {
      await settle(client, places).catch(() => undefined); // the next start does it
      throw error;
    }
  });
}

/**
 * Gives `work` an empty database beside the installation's, which goes again whatever comes of it. One that is left by
 * a process that was ended is replaced by the next.
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
  const { name, beside, before, uploads } = places;
  // what is renamed away tells a later start how far this came: there must be something
  fs.mkdirSync(uploads, { recursive: true });
  try {
    await client.query('begin');
    await client.query(`alter database ${identifier(name)} rename to ${identifier(before)}`);
    await client.query(`alter database ${identifier(beside)} rename to ${identifier(name)}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw (error as { code?: string }).code === '55006' ? inUse() : error;
  }
  await settle(client, places);
}

export const inUse = (): Error =>
  new Error('La base est en service. Arrêtez Octroi et tout ce qui s’y connecte, puis recommencez.');

/** An empty database that sorts and stores texts like another. */
async function createLike(client: pg.Client, model: string, name: string): Promise<void> {
  const { rows } = await client.query<{ d: Record<string, string | null>; encoding: string }>(
    `select to_jsonb(d) as d, pg_encoding_to_char(encoding) as encoding from pg_database d where datname = $1`,
    [model],
  );
  const { d = {}, encoding = 'UTF8' } = rows[0] ?? {};
  // PostgreSQL 17 gave the column its name
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
