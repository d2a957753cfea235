/**
 * npm run revenir -- '2026-11-22 10:31' [--cle FICHIER] [--dossier DOSSIER]: returns the embedded database to that
 * minute; `fin`: to the end of the stored log; without an argument: lists the possible minutes.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { opening, readPrivateKey } from '#src/backup/encryption.ts';
import { instantOf, localText } from '#src/backup/minute/clock.ts';
import { readSheets } from '#src/backup/minute/keep.ts';
import { returnTo } from '#src/backup/minute/recover.ts';
import { minuteFolder } from '#src/backup/minute/rounds.ts';
import { readConfig } from '#src/config.ts';
import { fromCaller } from './backup.ts';
import { command, type CommandLine } from './command.ts';

const USAGE =
  "Usage : npm run revenir -- 'AAAA-MM-JJ HH:MM' [--cle FICHIER-DE-CLÉ] [--dossier DOSSIER], ou « fin » pour le dernier instant gardé";

async function run({ args, say }: CommandLine): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { cle: { type: 'string' }, dossier: { type: 'string' } },
  });
  const config = readConfig();
  if (config.databaseUrl)
    throw new Error(
      'Cette commande ne vaut que pour la base embarquée. Avec DATABASE_URL : pgbackrest restore --type=time (docs/exploitation.md).',
    );
  const folder = values.dossier
    ? fromCaller(values.dossier)
    : minuteFolder(config.backup?.folder ?? path.join(config.dataDir, 'sauvegardes'));
  const sheets = [...readSheets(folder).values()].toSorted((a, b) => (a.fin < b.fin ? -1 : 1));
  const timeZone = sheets.at(-1)?.fuseau ?? config.timeZone;
  const show = (moment: Date): string => localText(moment, timeZone);
  const [argument] = positionals;
  const target = argument === undefined || argument === 'fin' ? undefined : instantOf(argument, timeZone);
  if (!argument || positionals.length > 1 || (argument !== 'fin' && !target)) {
    say(USAGE);
    for (const { fin, fichier } of sheets) say(`  ${show(new Date(fin))}  ${fichier}`);
    say(
      sheets[0]
        ? `Toute minute depuis le ${show(new Date(sheets[0].fin))} (${timeZone}).`
        : `Aucune copie dans ${folder}. OCTROI_BACKUP_MINUTE=1 les fait faire.`,
    );
    return 2;
  }
  const privateKey = values.cle === undefined ? undefined : readPrivateKey(fromCaller(values.cle));
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new Error('Interrompu. Rien n’a été changé.')));
  const began = Date.now();
  const { findings, isStored: kept } = await returnTo({
    dataDir: path.join(config.dataDir, 'pg'),
    folder,
    target,
    open: opening(privateKey),
    log: say,
    show,
    signal: stopping.signal,
  });
  for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
  const seconds = ((Date.now() - began) / 1000).toLocaleString('fr', { maximumFractionDigits: 1 });
  say(
    `La base est revenue ${target ? `au ${show(target)}` : 'au dernier instant gardé'} : ${findings.length} différence(s), ${seconds} s.` +
      (kept ? ` Celle d’avant est dans ${kept} : supprimez ce dossier quand rien n’y manque.` : ''),
  );
  return findings.length ? 1 : 0;
}

if (import.meta.main) await command(run);
