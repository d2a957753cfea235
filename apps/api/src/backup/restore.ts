/** Restores a backup, into an empty installation or (--force) over existing data. */
import fs from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { finished, pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { withConnection } from '#src/platform/database/connection.ts';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { isBeforeBaseline, migrate, UnknownVersion, versionOf } from '#src/platform/database/migrate.ts';
import { databaseInUse, restoreIntoCopy } from '#src/platform/database/restoration.ts';
import {
  ArchiveError,
  type Contents,
  isFull,
  type Manifest,
  type Open,
  readArchive,
  readManifest,
} from './archive.ts';
import type { BackupOptions } from './backup.ts';
import { holdsData, listRebuilt, PORTABLE, quoted } from './database-contents.ts';

export interface RestoreOptions extends BackupOptions {
  /** Replaces existing data. */
  force?: boolean;
  log?: (message: string) => void;
  /** Opens the file, if it is encrypted. */
  open?: Open;
}

/**
 * Restores a backup. The file is read and checked completely first. Then a second database and folder are filled: the
 * schema of the backup's version, its rows in one transaction with all counts and foreign keys checked, then this
 * version's schema. Only when all is complete do they replace the installation.
 * @returns the restored contents
 * @throws an error in French if the file is incomplete, the database has data or is in use, or disk space is missing;
 * the installation is unchanged then
 */
export async function restore({
  url,
  uploads,
  file,
  force = false,
  log,
  open,
}: RestoreOptions): Promise<Contents> {
  const manifest = await readManifest(file, open);
  const version = await schemaOf(manifest);
  await withClient(url, (client) => refuseUse(client, force));
  log?.('Lecture et contrôle de la sauvegarde.');
  const { bytes } = await readArchive(file, {}, open);
  await withClient(url, (client) => demandSpace(client, uploads, bytes));
  const restored = restoreIntoCopy({ url, uploads }, async (beside) => {
    await migrate(beside.url, { timeZone: manifest.timeZone, upTo: version });
    log?.('Remplissage, à côté de la base présente.');
    const contents = await withClient(beside.url, (client) =>
      fill(client, { manifest, file, uploads: beside.uploads, open }),
    );
    await migrate(beside.url, log ? { log } : {});
    await withClient(beside.url, (client) => client.query('analyze'));
    log?.('Échange des deux.');
    await beside.replaceInstallation();
    return contents;
  });
  return restored.catch((error: unknown) => {
    if (!isFull(error)) throw error;
    throw new Error(
      'La place a manqué pendant la restauration, qui se prépare à côté de ce qui est là : rien n’a été changé. Faites ' +
        'de la place, puis recommencez.',
      { cause: error },
    );
  });
}

const withClient = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(url, 'octroi restore', async (client) => {
    await client.query(PORTABLE);
    return work(client);
  });

/** The version of the backup's schema: its last migration. */
export async function schemaOf({ migrations }: Manifest): Promise<string> {
  try {
    const version = await versionOf(migrations);
    if (version) return version;
  } catch (error) {
    if (!(error instanceof UnknownVersion)) throw error;
    if (isBeforeBaseline(migrations))
      throw new ArchiveError(
        'La sauvegarde vient d’une version d’essai d’Octroi, antérieure à la 0.2, que celle-ci ne reprend pas. Rien n’a ' +
          'été changé. Restaurez-la avec le programme qui l’a écrite.',
        { cause: error },
      );
    throw new ArchiveError(
      `La sauvegarde vient d’une version d’Octroi que celle-ci ne connaît pas (migration ${error.migration}). ` +
        'Restaurez-la avec la version qui l’a écrite ou une plus récente.',
      { cause: error },
    );
  }
  throw new ArchiveError('La sauvegarde ne dit pas de quelle version elle vient.');
}

async function refuseUse(client: pg.Client, force: boolean): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid()`,
  );
  if (rowCount) throw databaseInUse();
  if (!force && (await holdsData(client))) {
    throw new Error(
      'La base contient des données, et la restauration les remplacerait toutes. Sauvegardez-les d’abord ' +
        '(npm run backup -- AUTRE-FICHIER), puis recommencez avec --force.',
    );
  }
}

/** Bytes per byte of a backup's rows: tables, indexes, and their write-ahead log. */
const SPACE_PER_BYTE = 5;
/** Bytes of an empty database: its schema (21 MiB) and two segments of the log (16 each). */
const EMPTY_SPACE = 64 * 2 ** 20;

/** @throws an error in French if a visible disk would become full */
export async function demandSpace(
  client: Pick<pg.Client, 'query'>,
  uploads: string,
  bytes: { data: number; uploads: number },
): Promise<void> {
  const needed = new Map<number, { folder: string; bytes: number }>();
  const addNeed = (folder: string, size: number): void => {
    const there = nearestExisting(folder);
    const { dev } = fs.statSync(there);
    needed.set(dev, { folder: there, bytes: (needed.get(dev)?.bytes ?? 0) + size });
  };
  addNeed(uploads, bytes.uploads);
  // an external server shows its folder only to administrators: then they watch its disk
  const own = await client
    .query<{ folder: string }>("select current_setting('data_directory', true) as folder")
    .catch((error: { code?: string }) => {
      if (error.code === '42501') return undefined;
      throw error;
    });
  const folder = own?.rows[0]?.folder;
  if (folder && fs.existsSync(folder)) addNeed(folder, EMPTY_SPACE + bytes.data * SPACE_PER_BYTE);
  for (const { folder: at, bytes: size } of needed.values()) {
    const { bavail, bsize } = fs.statfsSync(at);
    if (bavail * bsize >= size) continue;
    const mebibytes = (value: number) => Math.ceil(value / 2 ** 20).toLocaleString('fr');
    throw new Error(
      `La place manque dans ${at} : il faut environ ${mebibytes(size)} Mio libres, il y en a ${mebibytes(bavail * bsize)}. ` +
        'La restauration se prépare à côté de ce qui est là, puis le remplace. Rien n’a été changé.',
    );
  }
}

/** The folder, or the nearest existing one above it. */
export function nearestExisting(folder: string): string {
  return fs.existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}

export interface Filling {
  manifest: Manifest;
  file: string;
  /** Folder for uploads; without it they are only checked. */
  uploads?: string;
  open?: Open | undefined;
}

/** Loads the rows of a backup into a database with its schema, in one transaction. */
export async function fill(client: pg.Client, { manifest, file, uploads, open }: Filling): Promise<Contents> {
  const tables = manifest.tables.map(({ name }) => `public.${quoted(name)}`);
  await client.query('begin');
  await client.query("set local maintenance_work_mem = '256MB'");
  const rebuilt = await listRebuilt(client);
  for (const { drop } of rebuilt) await client.query(drop);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  if (tables.length) await client.query(`truncate ${tables.join(', ')}`);
  const loading = new Loading(client, manifest);
  const { contents } = await readArchive(
    file,
    {
      piece: (table, content) => loading.piece(table, content),
      ...(uploads ? { upload: (name, content) => writeUpload(uploads, name, content) } : {}),
    },
    open,
  );
  await loading.end();
  loading.refuseDifference(contents);
  for (const { create } of rebuilt.toReversed()) await client.query(create);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { name, value, called } of contents.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(name)}`, value, called]);
  }
  await client.query('commit');
  return contents;
}

/** One COPY per table, fed with its pieces. */
class Loading {
  readonly #client: pg.Client;
  readonly #columns: Map<string, string[]>;
  readonly #rows = new Map<string, number>();
  #open: { table: string; copy: CopyStreamQuery } | undefined;

  constructor(client: pg.Client, manifest: Manifest) {
    this.#client = client;
    this.#columns = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  }

  async piece(table: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.#open?.table !== table) {
      await this.end();
      const columns = this.#columns.get(table);
      if (!columns)
        throw new ArchiveError(`La sauvegarde contient une table qu’elle n’annonce pas : ${table}.`);
      const list = columns.map(quoted).join(', ');
      // Frozen: the table was truncated in this transaction, so its rows need no vacuum.
      const copy = this.#client.query(
        copyFrom(`copy public.${quoted(table)} (${list}) from stdin with (freeze)`),
      );
      this.#open = { table, copy };
    }
    const { copy } = this.#open!;
    for await (const chunk of content) {
      if (!copy.write(chunk)) await once(copy, 'drain');
    }
  }

  async end(): Promise<void> {
    if (!this.#open) return;
    const { table, copy } = this.#open;
    this.#open = undefined;
    copy.end();
    await finished(copy);
    this.#rows.set(table, copy.rowCount);
  }

  refuseDifference({ tables }: Contents): void {
    for (const [name, { rows }] of Object.entries(tables)) {
      const restored = this.#rows.get(name) ?? 0;
      if (restored !== rows)
        throw new Error(`La table ${name} a reçu ${restored} lignes au lieu de ${rows}.`);
    }
  }
}

async function writeUpload(folder: string, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const target = path.resolve(folder, name);
  if (!target.startsWith(folder + path.sep)) throw new ArchiveError(`Nom de fichier refusé : ${name}.`);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  await pipeline(content, fs.createWriteStream(target, { flush: true }));
}
