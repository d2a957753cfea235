/** Scheduled backups, from the environment. */
import path from 'node:path';
import { z } from 'zod';
import { flag, REPOSITORY_ROOT, url, type Variable, wholeNumber } from './config-values.ts';

export interface BackupConfig {
  /** Hour of the day, in local time. */
  hour: number;
  /** Number of days, weeks and months of which the last backup is kept. */
  retention: { days: number; weeks: number; months: number };
  /** Absolute folder of backups. */
  folder: string;
  /** age1…; absent: backups are not encrypted. */
  publicKey: string | undefined;
  /** Absolute folder for copies. */
  copyFolder: string | undefined;
  s3: S3Config | undefined;
  /** Whether the embedded database can be returned to any minute of the days kept. */
  minute: boolean;
}

/** An S3-compatible store, for copies. */
export interface S3Config {
  /** For example https://s3.fr-par.scw.cloud. */
  url: string;
  region: string;
  bucket: string;
  /** Prefix of its files, for example `octroi/`. */
  prefix: string;
  accessKey: string;
  secretKey: string;
}

/** At night, when nobody collects. */
const BACKUP_HOUR = 2;

export const BACKUP_VARIABLES = {
  OCTROI_BACKUP_HEURE: [
    z.union([wholeNumber(0, 23), z.literal('non')]),
    'une heure de 0 à 23, ou « non » pour n’en faire aucune',
  ],
  OCTROI_BACKUP_JOURS: [wholeNumber(1, 3660), 'un nombre entier de 1 à 3660'],
  OCTROI_BACKUP_SEMAINES: [wholeNumber(0, 520), 'un nombre entier de 0 à 520'],
  OCTROI_BACKUP_MOIS: [wholeNumber(0, 120), 'un nombre entier de 0 à 120'],
  OCTROI_BACKUP_MINUTE: [flag, '0 ou 1'],
  OCTROI_BACKUP_DOSSIER: [z.string(), 'un dossier'],
  OCTROI_BACKUP_COPIE: [z.string(), 'un dossier'],
  OCTROI_BACKUP_CLE_PUBLIQUE: [
    z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/),
    'une clé publique age1… (npm run backup:cle en fait une)',
  ],
  OCTROI_BACKUP_S3_URL: [
    url(['https:', 'http:']),
    'une adresse http(s), par exemple https://s3.fr-par.scw.cloud',
  ],
  OCTROI_BACKUP_S3_REGION: [z.string(), 'un nom de région'],
  OCTROI_BACKUP_S3_DEPOT: [
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'le nom d’un dépôt (bucket)',
  ],
  OCTROI_BACKUP_S3_PREFIXE: [
    z.string().regex(/^[\w.-]+\/$/),
    'un nom suivi d’une barre oblique, par exemple octroi/',
  ],
  OCTROI_BACKUP_S3_CLE: [z.string(), 'la clé d’accès au dépôt'],
  OCTROI_BACKUP_S3_SECRET: [z.string(), 'le secret de cette clé'],
} as const satisfies Record<string, Variable>;

type Variables = typeof BACKUP_VARIABLES;
type Read = { [Name in keyof Variables]?: z.output<Variables[Name][0]> };

/** @param wrong called if credentials of the store are missing */
export function readBackup(
  {
    OCTROI_BACKUP_HEURE,
    OCTROI_BACKUP_JOURS: days = 7,
    OCTROI_BACKUP_SEMAINES: weeks = 4,
    OCTROI_BACKUP_MOIS: months = 6,
    OCTROI_BACKUP_MINUTE: minute = false,
    OCTROI_BACKUP_DOSSIER,
    OCTROI_BACKUP_COPIE,
    OCTROI_BACKUP_CLE_PUBLIQUE: publicKey,
    OCTROI_BACKUP_S3_URL: url,
    OCTROI_BACKUP_S3_REGION: region = 'us-east-1',
    OCTROI_BACKUP_S3_DEPOT: bucket,
    OCTROI_BACKUP_S3_PREFIXE: prefix = 'octroi/',
    OCTROI_BACKUP_S3_CLE: accessKey,
    OCTROI_BACKUP_S3_SECRET: secretKey,
  }: Read,
  {
    production,
    dataDir,
    databaseUrl,
  }: { production: boolean; dataDir: string; databaseUrl: string | undefined },
  wrong: string[],
): BackupConfig | undefined {
  const s3 =
    url && bucket && accessKey && secretKey
      ? { url, region, bucket, prefix, accessKey, secretKey }
      : undefined;
  if (url && !s3)
    wrong.push(
      'OCTROI_BACKUP_S3_URL est réglé ; attendus avec lui : OCTROI_BACKUP_S3_DEPOT, OCTROI_BACKUP_S3_CLE et OCTROI_BACKUP_S3_SECRET.',
    );
  const hour = OCTROI_BACKUP_HEURE ?? (production ? BACKUP_HOUR : 'non');
  if (minute && databaseUrl)
    wrong.push(
      'OCTROI_BACKUP_MINUTE ne vaut que pour la base embarquée ; avec DATABASE_URL, pgBackRest le fait (docs/exploitation.md).',
    );
  if (minute && hour === 'non')
    wrong.push(
      'OCTROI_BACKUP_MINUTE est réglé ; attendu avec lui : OCTROI_BACKUP_HEURE, l’heure des copies de la base.',
    );
  if (hour === 'non') return undefined;
  return {
    hour,
    retention: { days, weeks, months },
    folder: path.resolve(REPOSITORY_ROOT, OCTROI_BACKUP_DOSSIER ?? path.join(dataDir, 'sauvegardes')),
    publicKey,
    copyFolder: OCTROI_BACKUP_COPIE && path.resolve(REPOSITORY_ROOT, OCTROI_BACKUP_COPIE),
    s3,
    minute,
  };
}
