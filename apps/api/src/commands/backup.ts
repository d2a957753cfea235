/**
 * npm run backup -- FICHIER: saves the whole database and the uploads to one file, while the product runs; encrypted if
 * a public key is configured.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Contents } from '#src/backup/archive.ts';
import { backup, type BackupOptions } from '#src/backup/backup.ts';
import { demandPublicKey } from '#src/backup/making.ts';
import { folderPlace, PARTIAL } from '#src/backup/places.ts';
import { demandBackupLock, encryptedIfKey, storeChecked } from '#src/backup/storing.ts';
import { withConnection } from '#src/platform/database/connection.ts';
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
    const source = { url: database.url, uploads: path.join(config.dataDir, 'uploads') };
    const contents = config.backupKey
      ? await backupEncrypted({ ...source, file: target }, config.backupKey, config.dataDir)
      : await backup({ ...source, file: target });
    const encryption = config.backupKey ? 'Chiffré : restaurez-le avec --cle.' : 'En clair.';
    say(`${summary(contents, target, Date.now() - began)} ${encryption}`);
    return 0;
  });
}

const CLEAR = 'sauvegarde-demandee';

/** The unencrypted file is temporarily in the data folder, where the database is not encrypted either. */
const backupEncrypted = (options: BackupOptions, publicKey: string, dataDir: string): Promise<Contents> =>
  withConnection(options.url, 'octroi backup', async (client) => {
    demandPublicKey(publicKey);
    await demandBackupLock(client, CLEAR);
    const remove = (): void => {
      for (const name of fs.readdirSync(dataDir).filter((one) => one.startsWith(CLEAR)))
        fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
    };
    // what a killed command left
    remove();
    process.once('exit', remove);
    try {
      return await writeEncrypted(options, publicKey, path.join(dataDir, CLEAR));
    } finally {
      process.off('exit', remove);
      remove();
    }
  });

async function writeEncrypted(options: BackupOptions, publicKey: string, clear: string): Promise<Contents> {
  fs.mkdirSync(clear, { mode: 0o700 });
  const partial = `${options.file}${PARTIAL}`;
  const file = path.join(clear, 'sauvegarde.octroi');
  const contents = await backup({ ...options, file });
  const place = folderPlace(path.dirname(options.file));
  await place.remove(path.basename(partial));
  await storeChecked(place, path.basename(partial), encryptedIfKey(fs.createReadStream(file), publicKey));
  fs.renameSync(partial, options.file);
  return contents;
}

/** A path relative to the person's folder: npm runs scripts in the repository, and tells the original folder. */
export const fromCaller = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', file);

/** One sentence on the contents of a backup and its duration (milliseconds). */
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
