/** npm run backup -- FICHIER: the whole database and the uploads in one file, while the product runs. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Contents } from '#src/backup/archive.ts';
import { backup } from '#src/backup/backup.ts';
import { command, type CommandLine, withDatabase } from './command.ts';

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
