/**
 * npm run exercice-de-restauration -- [SAUVEGARDE] [--cle FICHIER]: restores a backup (by default the newest) next to
 * the installation, compares each table with the saved one, and leaves nothing behind.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { opening, readPrivateKey } from '#src/backup/encryption.ts';
import { proveByRestore } from '#src/backup/proof.ts';
import { demandBackupLock } from '#src/backup/storing.ts';
import { isBackupName } from '#src/backup/retention.ts';
import type { Config } from '#src/config.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { fromCaller } from './backup.ts';
import { command, type CommandLine, withDatabase } from './command.ts';

function newest({ backup, dataDir }: Config): string | undefined {
  const folder = backup?.folder ?? path.join(dataDir, 'sauvegardes');
  const name = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter(isBackupName).toSorted().at(-1)
    : undefined;
  return name && path.join(folder, name);
}

async function run({ args, say }: CommandLine): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { cle: { type: 'string' } },
  });
  if (positionals.length > 1) {
    say('Usage : npm run exercice-de-restauration -- [SAUVEGARDE] [--cle FICHIER-DE-CLÉ]');
    return 2;
  }
  const privateKey = values.cle === undefined ? undefined : readPrivateKey(fromCaller(values.cle));
  return withDatabase(say, async (database, config) => {
    const file = positionals[0] ? fromCaller(positionals[0]) : newest(config);
    if (!file) {
      say(
        'Il n’y a pas encore de sauvegarde. Nommez-en une : npm run exercice-de-restauration -- SAUVEGARDE',
      );
      return 1;
    }
    return withConnection(database.url, 'octroi backup', async (client) => {
      // a backup of the night is restored into the same database beside
      await demandBackupLock(client);
      return drill(file, { url: database.url, dataDir: config.dataDir, privateKey, say });
    });
  });
}

interface Drill extends Pick<CommandLine, 'say'> {
  url: string;
  dataDir: string;
  privateKey: string | undefined;
}

/** @returns the exit code */
async function drill(file: string, { url, dataDir, privateKey, say }: Drill): Promise<number> {
  say(`${file}, restaurée à côté de l’installation, qui n’est pas touchée.`);
  const uploads = path.join(dataDir, 'exercice-de-restauration');
  fs.rmSync(uploads, { recursive: true, force: true });
  fs.mkdirSync(uploads, { recursive: true, mode: 0o700 });
  const began = Date.now();
  try {
    const tables = await proveByRestore({ url, file, open: opening(privateKey), uploads });
    const seconds = ((Date.now() - began) / 1000).toLocaleString('fr', { maximumFractionDigits: 1 });
    const unequal = tables.filter(({ equal }) => !equal).length;
    for (const { name, rows, equal } of tables)
      say(`  ${equal ? 'égale     ' : 'DIFFÉRENTE'}  ${name} : ${rows.toLocaleString('fr')} lignes`);
    say(
      unequal === 0
        ? `Les ${tables.length} tables sont celles qui ont été sauvegardées, et chaque fichier joint aussi. ${seconds} s.`
        : `${unequal} tables diffèrent de ce qui a été sauvegardé : prenez une autre copie. ${seconds} s.`,
    );
    return unequal === 0 ? 0 : 1;
  } finally {
    fs.rmSync(uploads, { recursive: true, force: true });
  }
}

if (import.meta.main) await command(run);
