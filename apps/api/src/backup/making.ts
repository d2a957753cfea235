/** Settings of backups, from the configuration. */
import path from 'node:path';
import { type BackupConfig, type Config, ConfigError } from '#src/config.ts';
import { type Elsewhere, placesElsewhere } from './elsewhere.ts';
import { isPublicKey } from './encryption.ts';
import { makeOnThread } from './on-thread.ts';
import type { BackupMaking } from './sauvegardes.service.ts';

/** @throws ConfigError if the public key has a wrong letter */
export function demandPublicKey(publicKey: string): void {
  if (isPublicKey(publicKey)) return;
  throw new ConfigError(
    'OCTROI_BACKUP_CLE_PUBLIQUE est mal recopiée : une de ses lettres n’est pas la bonne. Recopiez-la du fichier de clé.',
  );
}

/**
 * @param url address of the database, as its owner
 * @throws ConfigError if the public key has a wrong letter
 */
export function backupMaking(
  { hour, retention, folder, publicKey, copyFolder, s3 }: BackupConfig,
  { dataDir, operatorMail }: Config,
  url: string,
): BackupMaking {
  if (publicKey) demandPublicKey(publicKey);
  const elsewhere: Elsewhere = { folder: copyFolder, s3 };
  const plan = {
    url,
    uploads: path.join(dataDir, 'uploads'),
    folder,
    waiting: path.join(dataDir, 'sauvegarde-en-cours'),
    retention,
    publicKey,
  };
  return {
    hour,
    folder,
    retention,
    encrypted: publicKey !== undefined,
    elsewhere: placesElsewhere(elsewhere).map(({ name }) => name),
    operatorMail,
    make: (name, signal) => makeOnThread({ plan, elsewhere, name }, signal),
  };
}
