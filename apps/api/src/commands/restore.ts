/** npm run restore -- FICHIER: restores a backup, into an empty installation or (--force) over existing data. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { opening, readPrivateKey } from '#src/backup/encryption.ts';
import { restore } from '#src/backup/restore.ts';
import { verify } from '#src/verification/verify.ts';
import { fromCaller, summary } from './backup.ts';
import { command, type CommandLine, withDatabase } from './command.ts';

async function run({ args, say }: CommandLine): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean' }, cle: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    say('Usage : npm run restore -- FICHIER [--force] [--cle FICHIER-DE-CLÉ]');
    return 2;
  }
  const began = Date.now();
  const source = fromCaller(file);
  // an invalid key is reported before a server is started
  const privateKey = values.cle === undefined ? undefined : readPrivateKey(fromCaller(values.cle));
  return withDatabase(
    say,
    async (database, config) => {
      const uploads = path.join(config.dataDir, 'uploads');
      const contents = await restore({
        url: database.url,
        uploads,
        file: source,
        force: values.force ?? false,
        log: say,
        open: opening(privateKey),
      });
      say(`Restauré. ${summary(contents, source, Date.now() - began)}`);
      const findings = await verify(database.url, say);
      for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
      return findings.length ? 1 : 0;
    },
    { fills: true },
  );
}

if (import.meta.main) await command(run);
