/** npm run backup:cle -- FICHIER: creates the key pair for encrypted backups. */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { newKeyPair } from '#src/backup/encryption.ts';
import { fromCaller } from './backup.ts';
import { command, type CommandLine } from './command.ts';

async function run({ args, say }: CommandLine): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    say('Usage : npm run backup:cle -- FICHIER (sur une autre machine que le serveur, ou sur une clé USB)');
    return 2;
  }
  const { publicKey, privateKey } = await newKeyPair();
  const target = fromCaller(file);
  const text = `# Octroi, clé des sauvegardes, faite le ${new Date().toISOString()}\n# publique : ${publicKey}\n${privateKey}\n`;
  try {
    fs.writeFileSync(target, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    say(`${target} existe déjà : une clé qu’on remplace n’ouvre plus rien. Donnez un autre nom.`);
    return 1;
  }
  say(
    [
      `La clé privée est dans ${target}.`,
      '',
      '1. Réglez sur le serveur la clé publique, qui chiffre et n’ouvre rien :',
      `     OCTROI_BACKUP_CLE_PUBLIQUE=${publicKey}`,
      '   puis redémarrez Octroi.',
      '2. Gardez le fichier hors du serveur, en deux exemplaires et deux lieux (coffre, clé USB). Ne l’y laissez pas.',
      '   Sans lui, personne ne pourra ouvrir ces sauvegardes.',
      '3. Essayez-le, et recommencez chaque trimestre :',
      '     npm run exercice-de-restauration -- --cle FICHIER',
    ].join('\n'),
  );
  return 0;
}

if (import.meta.main) await command(run);
