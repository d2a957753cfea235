/** npm run backup -- FICHIER: the whole database and the uploads in one file, while the product runs. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listMigrations } from '#src/platform/database/migrate.ts';
import { ArchiveWriter, readArchive, type Contents } from './archive.ts';
import { command, type CommandLine, withDatabase } from './command.ts';
import { listSequences, listTables, PORTABLE, quoted } from './database-contents.ts';

export interface BackupOptions {
  /** Address of the database, as its owner. */
  url: string;
  uploads: string;
  file: string;
}

/**
 * Writes a backup: all tables as they stood at one moment (one snapshot), and the uploads. What was written is read
 * back and checked. An older file of that name is replaced only by a whole one.
 * @returns what the file holds
 */
export async function backup({ url, uploads, file }: BackupOptions): Promise<Contents> {
  const client = new pg.Client({ connectionString: url, application_name: 'octroi backup' });
  await client.connect();
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
    // A file is written before the row that names it: those of the snapshot are all there.
    for (const name of filesIn(uploads)) await writer.upload(name, fs.readFileSync(path.join(uploads, name)));
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
    throw error;
  } finally {
    await client.end();
  }
}

async function zone(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ valeur: string }>(
    "select valeur from parametre where cle = 'fuseau'",
  );
  return rows[0]?.valeur ?? '';
}

/** Names of all files under a folder, relative to it, with `/` between. */
function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

async function run({ args, say }: CommandLine): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    say('Usage : npm run backup -- FICHIER');
    return 2;
  }
  const began = Date.now();
  const target = fromCaller(file);
  return withDatabase(say, async (database, config) => {
    const uploads = path.join(config.dataDir, 'uploads');
    const contents = await backup({ url: database.url, uploads, file: target });
    say(summary(contents, target, Date.now() - began));
    return 0;
  });
}

/** A path as the person wrote it: npm runs scripts in the repository, and says where the person was. */
export const fromCaller = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', file);

/** One sentence on what a backup holds and how long it took (milliseconds). */
export function summary(contents: Contents, file: string, took: number): string {
  const number = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 });
  const tables = Object.values(contents.tables);
  const rows = tables.reduce((total, { rows: n }) => total + n, 0);
  return (
    `${file} : ${number.format(rows)} lignes de ${tables.length} tables, ${number.format(contents.uploads)} fichiers ` +
    `joints, ${number.format(fs.statSync(file).size / 2 ** 20)} Mio, ${number.format(took / 1000)} s.`
  );
}

if (import.meta.main) await command(run);
