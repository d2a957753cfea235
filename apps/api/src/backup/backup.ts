/** Saves the whole database and the uploads to one file, while the product runs. */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '#src/platform/database/connection.ts';
import { listMigrations } from '#src/platform/database/migrate.ts';
import { ArchiveWriter, isFull, readArchive, type Contents } from './archive.ts';
import { listSequences, listTables, PORTABLE, quoted } from './database-contents.ts';

export interface BackupOptions {
  /** Address of the database, as its owner. */
  url: string;
  uploads: string;
  file: string;
}

/**
 * Writes a backup: all tables from one snapshot, and the uploads. It is read back and checked. An older file of the
 * same name is replaced only by a complete one.
 * @returns the contents of the file
 */
export async function backup({ url, uploads, file }: BackupOptions): Promise<Contents> {
  return withConnection(url, 'octroi backup', (client) => write(client, uploads, file));
}

async function write(client: pg.Client, uploads: string, file: string): Promise<Contents> {
  let writer: ArchiveWriter | undefined;
  try {
    await client.query(PORTABLE);
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    const migrations = await listMigrations(client);
    writer = new ArchiveWriter(file, {
      createdAt: new Date().toISOString(),
      timeZone: await zone(client),
      migrations,
      tables,
    });
    // A file is written before the row that names it, so all files of the snapshot exist.
    for (const name of filesIn(uploads)) {
      const content = contentOf(path.join(uploads, name));
      if (content) await writer.upload(name, content);
    }
    for (const { name, columns } of tables) {
      const copy = client.query(
        copyTo(`copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`),
      );
      await writer.table(name, copy);
    }
    const contents = await writer.finish(await listSequences(client));
    await readArchive(file);
    return contents;
  } catch (error) {
    await writer?.abandon();
    if (!isFull(error)) throw error;
    throw new Error(
      `La place manque dans ${path.dirname(file)} : la sauvegarde n’a pas été écrite. Faites-y de la place, ou ` +
        'choisissez un autre disque.',
      { cause: error },
    );
  }
}

async function zone(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ valeur: string }>(
    "select valeur from parametre where cle = 'fuseau'",
  );
  return rows[0]?.valeur ?? '';
}

/** Content of a file; undefined if it was removed after its folder was read. */
function contentOf(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Names of all files in a folder and below, relative to it, with `/`. */
function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}
