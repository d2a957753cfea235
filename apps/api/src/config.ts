import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { BACKUP_VARIABLES, type BackupConfig, readBackup } from './config-backup.ts';
import { flag, REPOSITORY_ROOT, url, type Variable, wholeNumber } from './config-values.ts';
import { serversOf } from './platform/database/standby/hosts.ts';
import { readKeys } from './platform/secrets/key-file.ts';
import { type CountryCode, isSupportedCountry } from './platform/sms/numero.ts';
import type { OrangeOptions } from './platform/sms/orange.ts';
import type { Keys } from './platform/secrets/secret-box.ts';
import { IDLE_MINUTES } from './platform/session/cookies.ts';

export type { BackupConfig, S3Config } from './config-backup.ts';
export { REPOSITORY_ROOT } from './config-values.ts';

/** Settings from the environment, checked once at start; `.env.example` explains each variable. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Address of an external PostgreSQL, for a role that may migrate; absent: the embedded server. */
  databaseUrl: string | undefined;
  /** Address of the same database through pgbouncer, as the application's role; absent: no pooler. */
  poolerUrl: string | undefined;
  /** Address of a streaming standby of that database, for reads. */
  standbyUrl: string | undefined;
  /** Absolute folder of the embedded database, the uploads and the local outbox. */
  dataDir: string;
  /** Whether an empty database is filled with demonstration data. */
  demo: boolean;
  demoContribuables: number;
  /** Public URL of the product without a final slash, for links in mails. */
  publicUrl: string;
  smtpUrl: string | undefined;
  /** Account for SMS; absent: they are simulated. */
  orangeSms: OrangeOptions | undefined;
  /** Sender of mails. */
  mailFrom: string;
  /** Background of maps; absent: none, and no third party is contacted. */
  tiles: Tiles | undefined;
  /** Secrets with which payment operators sign notifications, by id of the payment method. */
  operatorSecrets: ReadonlyMap<number, string>;
  /** Keys for the secrets of second factors, the present one first; absent: the key in the data folder. */
  secretKeys: Keys | undefined;
  /** Whether members of Super Admin and Administrateur must use a second factor. */
  secondFactors: boolean;
  /** Whether the product is reached over HTTPS, from its public URL. */
  https: boolean;
  /** Minutes without a request after which a browser's session ends. */
  idleMinutes: number;
  /** Trusted proxies: their number, or their addresses and ranges. */
  trustProxy: number | string[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Address for `/metrics`; absent: not served. */
  metrics: { host: string; port: number } | undefined;
  /** Statements this slow are logged, in milliseconds; 0: none. */
  slowStatementsFrom: number;
  /** Scheduled backups; absent: none. */
  backup: BackupConfig | undefined;
  /** age1…: public key of all backups, also of those made by a command; absent: not encrypted. */
  backupKey: string | undefined;
  /** Mail address for problems; absent: none. */
  operatorMail: string | undefined;
  /** Time zone of calendar days. Read when the database is created, then stored in it. */
  timeZone: string;
  /** Country of phone numbers without a country code. */
  pays: CountryCode;
}

export interface Tiles {
  /** URL of a tile, with {z}, {x} and {y}, and {s} for several hosts. */
  url: string;
  /** Origin of tiles, for the content security policy. */
  origin: string;
  /** Attribution required by the map's publisher. */
  attribution: string;
}

/** An invalid setting; `message` is for the person who set it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const secretKeys = z.string().transform((text, context) => {
  const keys = readKeys(text.split(',').map((part) => part.trim()));
  if (keys) return keys;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** Scheme and host only: the web is served at the root. */
const origin = z
  .string()
  .refine((text) => {
    const { protocol, username, pathname, search, hash } = URL.canParse(text)
      ? new URL(text)
      : new URL('none:');
    return /^https?:$/.test(protocol) && !username && pathname === '/' && !search && !hash;
  })
  .transform((text) => new URL(text).origin);

/** The tile URL without placeholders; {s} stands for any subdomain. */
const tileAddress = (url: string): string => url.replaceAll('{s}', '*').replaceAll(/[{}]/g, '');

/** `1=secret,7=autre`; short secrets can be guessed. */
const operatorSecrets = z
  .string()
  .regex(/^\d{1,9}=[^,\s]{16,}(,\d{1,9}=[^,\s]{16,})*$/)
  .transform(
    (text) =>
      new Map(
        text.split(',').map((pair): [number, string] => {
          const at = pair.indexOf('=');
          return [Number(pair.slice(0, at)), pair.slice(at + 1)];
        }),
      ),
  );

/** An address, or a range of addresses that is not all of them. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
  return more.length === 0 && length > 0 && length <= longest;
}

const proxies = z.union([
  wholeNumber(0, 9),
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isAddressRange)),
]);

/** `127.0.0.1:9464`, `[::1]:9464`; the host is required, so that it is not public by mistake. */
const hostAndPort = z
  .string()
  .regex(/^(\[[\da-fA-F:]+\]|[\w.-]+):\d{1,5}$/)
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(text.slice(at + 1)) };
  })
  .refine(({ port }) => port <= 65_535);

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('fr', { timeZone: name }));
  } catch {
    return false;
  }
};

const POSTGRES = url(['postgres:', 'postgresql:']);

const VARIABLES = {
  NODE_ENV: [z.string(), 'un texte, « production » en exploitation'],
  HOST: [
    z.string().regex(/^[\w.:-]+$/),
    'une adresse ou un nom de machine, par exemple 127.0.0.1 ou 0.0.0.0',
  ],
  PORT: [wholeNumber(0, 65_535), 'un nombre entier de 0 à 65535 (0 : un port libre)'],
  DATABASE_URL: [
    z.string().refine((text) => serversOf(text).every((one) => POSTGRES.safeParse(one).success)),
    'une adresse PostgreSQL, par exemple postgres://utilisateur:motdepasse@serveur:5432/octroi',
  ],
  OCTROI_LECTURE: [
    POSTGRES,
    'l’adresse PostgreSQL d’une réplique de DATABASE_URL, par exemple postgres://utilisateur:motdepasse@replique:5432/octroi',
  ],
  OCTROI_PGBOUNCER: [
    POSTGRES,
    'une adresse PostgreSQL, par exemple postgres://octroi_app:motdepasse@serveur:6432/octroi',
  ],
  // pg_ctl puts the folder, between double quotes, into the shell command that starts the server
  OCTROI_DATA: [
    z.string().regex(/^[^"$`\\\n]*$/),
    'un dossier dont le nom n’a ni guillemet droit, ni $, ni `, ni \\',
  ],
  OCTROI_DEMO: [flag, '0 ou 1'],
  OCTROI_DEMO_CONTRIBUABLES: [wholeNumber(1, 5_000_000), 'un nombre entier de 1 à 5000000'],
  OCTROI_URL: [origin, 'une adresse http(s) sans chemin, par exemple https://octroi.example'],
  SMTP_URL: [url(['smtp:', 'smtps:']), 'une adresse smtp:// ou smtps://'],
  SMTP_FROM: [z.email(), 'une adresse de courriel'],
  OCTROI_SMS_ORANGE: [
    z.string().regex(/^Basic [\w+/=-]{16,}$/),
    'l’en-tête d’autorisation de l’application chez Orange, « Basic » suivi de sa clé',
  ],
  OCTROI_SMS_EXPEDITEUR: [
    z.string().regex(/^\+\d{6,15}$/),
    'un numéro avec son indicatif, par exemple +2270000',
  ],
  OCTROI_SMS_NOM: [z.string().regex(/^[\w .-]{1,11}$/), 'un nom de onze signes au plus'],
  OCTROI_OPERATEURS: [
    operatorSecrets,
    'des paires moyen=secret séparées par des virgules, chaque secret de 16 signes au moins',
  ],
  OCTROI_TILES_URL: [
    z
      .string()
      .regex(/^https?:\/\/.*\{z\}.*\{x\}.*\{y\}|^https?:\/\/.*\{z\}.*\{y\}.*\{x\}/)
      .refine((url) => URL.canParse(tileAddress(url))),
    'une adresse http(s) qui contient {z}, {x} et {y}',
  ],
  OCTROI_TILES_ATTRIBUTION: [z.string().max(200), 'un texte de 200 signes au plus'],
  OCTROI_SANS_HTTPS: [flag, '0 ou 1'],
  OCTROI_SANS_SECOND_FACTEUR: [flag, '0 ou 1'],
  OCTROI_CLE_SECRETS: [
    secretKeys,
    'une clé de 32 octets en base 64 (openssl rand -base64 32), puis s’il le faut les précédentes, séparées par des virgules',
  ],
  OCTROI_INACTIVITE: [wholeNumber(10, 720), 'un nombre entier de minutes, de 10 à 720'],
  OCTROI_TRUST_PROXY: [
    proxies,
    'le nombre de mandataires devant Octroi (0 à 9), ou leurs adresses et plages séparées par des virgules, par exemple 10.0.0.5,10.1.0.0/16',
  ],
  ...BACKUP_VARIABLES,
  OCTROI_EXPLOITANT: [z.email(), 'une adresse de courriel'],
  LOG_LEVEL: [z.enum(LOG_LEVELS), `l’un de ${LOG_LEVELS.join(', ')}`],
  OCTROI_METRIQUES: [hostAndPort, 'une adresse et un port, par exemple 127.0.0.1:9464'],
  OCTROI_REQUETES_LENTES: [
    wholeNumber(0, 600_000),
    'un nombre entier de millisecondes, de 0 (aucune) à 600000',
  ],
  OCTROI_PAYS: [
    z.string().refine((text): text is CountryCode => isSupportedCountry(text)),
    'un pays en deux lettres, par exemple NE, SN ou CI',
  ],
  OCTROI_TIME_ZONE: [z.string().refine(isTimeZone), 'un fuseau horaire IANA, par exemple Africa/Niamey'],
} as const satisfies Record<string, Variable>;

type Variables = typeof VARIABLES;
type Read = { [Name in keyof Variables]?: z.output<Variables[Name][0]> };

const SECRET = new Set(['DATABASE_URL', 'OCTROI_LECTURE', 'OCTROI_PGBOUNCER', 'SMTP_URL']);

const HIDDEN = new Set([
  'OCTROI_OPERATEURS',
  'OCTROI_SMS_ORANGE',
  'OCTROI_BACKUP_S3_SECRET',
  'OCTROI_CLE_SECRETS',
]);

/** The value read, without a password in an address. */
function shown(name: string, value: string): string {
  // a private key entered instead of a public one is a secret too
  if (HIDDEN.has(name) || value.includes('AGE-SECRET-KEY-')) return '…';
  return SECRET.has(name) ? value.replace(/:\/\/.*@/s, '://…@') : value;
}

/** Address at which this machine reaches a server that listens on `host`. */
function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Domain of the sender; an IP address is not one. */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname;
}

/** Refuses combinations of settings that are valid only separately. */
function refuseTogether(
  {
    NODE_ENV,
    DATABASE_URL,
    OCTROI_DEMO,
    OCTROI_LECTURE,
    OCTROI_PGBOUNCER,
    OCTROI_SMS_ORANGE,
    OCTROI_SMS_EXPEDITEUR,
  }: Read,
  wrong: string[],
): void {
  if (OCTROI_DEMO && NODE_ENV === 'production')
    wrong.push('OCTROI_DEMO vaut « 1 » ; attendu : 0 ou rien quand NODE_ENV vaut « production ».');
  if (OCTROI_SMS_ORANGE && !OCTROI_SMS_EXPEDITEUR)
    wrong.push(
      'OCTROI_SMS_ORANGE est réglé ; attendu avec lui : OCTROI_SMS_EXPEDITEUR, le numéro dont partent les SMS.',
    );
  if (OCTROI_LECTURE && !DATABASE_URL)
    wrong.push('OCTROI_LECTURE est réglé ; attendu avec lui : DATABASE_URL, la base dont c’est la réplique.');
  if (OCTROI_PGBOUNCER && !DATABASE_URL)
    wrong.push(
      'OCTROI_PGBOUNCER est réglé ; attendu avec lui : DATABASE_URL, l’adresse de PostgreSQL lui-même, par où passent les ' +
        'mises à jour, les travaux et les sauvegardes.',
    );
}

function readTiles({
  OCTROI_TILES_URL: url,
  OCTROI_TILES_ATTRIBUTION: attribution = '© les contributeurs d’OpenStreetMap',
}: Read): Tiles | undefined {
  return url === undefined ? undefined : { url, origin: new URL(tileAddress(url)).origin, attribution };
}

const readOrangeSms = ({
  OCTROI_SMS_ORANGE: authorization,
  OCTROI_SMS_EXPEDITEUR: sender,
  OCTROI_SMS_NOM: senderName,
}: Read): OrangeOptions | undefined =>
  authorization && sender ? { authorization, sender, senderName } : undefined;

/**
 * Reads and checks the environment. Empty values count as absent.
 * @throws ConfigError naming every invalid variable, its value and what is expected (in French)
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const read: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, [schema, expected]] of Object.entries(VARIABLES)) {
    const value = env[name]?.trim();
    if (!value) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) read[name] = parsed.data;
    else wrong.push(`${name} vaut « ${shown(name, value)} » ; attendu : ${expected}.`);
  }
  const {
    NODE_ENV,
    HOST = '127.0.0.1',
    PORT = 3000,
    DATABASE_URL,
    OCTROI_LECTURE,
    OCTROI_PGBOUNCER,
    OCTROI_DATA = '.octroi',
    OCTROI_DEMO,
    OCTROI_DEMO_CONTRIBUABLES = 5000,
    OCTROI_URL = `http://${localHost(HOST)}:${PORT}`,
    SMTP_URL,
    SMTP_FROM,
    OCTROI_OPERATEURS = new Map(),
    OCTROI_SANS_HTTPS = false,
    OCTROI_SANS_SECOND_FACTEUR = false,
    OCTROI_CLE_SECRETS,
    OCTROI_INACTIVITE = IDLE_MINUTES,
    OCTROI_TRUST_PROXY = 0,
    OCTROI_EXPLOITANT,
    LOG_LEVEL = 'info',
    OCTROI_METRIQUES,
    OCTROI_REQUETES_LENTES = 1000,
    OCTROI_PAYS = 'NE',
    OCTROI_TIME_ZONE = 'Africa/Niamey',
  } = read as Read;
  const production = NODE_ENV === 'production';
  refuseTogether(read as Read, wrong);
  const https = OCTROI_URL.startsWith('https:');
  if (production && !https && !OCTROI_SANS_HTTPS)
    wrong.push(
      `OCTROI_URL vaut « ${OCTROI_URL} » ; attendu quand NODE_ENV vaut « production » : l’adresse https que les ` +
        'personnes ouvrent, par exemple https://octroi.example, ou OCTROI_SANS_HTTPS=1 sur un réseau fermé, où mots ' +
        'de passe et sessions passent alors en clair.',
    );
  const dataDir = path.resolve(REPOSITORY_ROOT, OCTROI_DATA);
  const backup = readBackup(read as Read, { production, dataDir, databaseUrl: DATABASE_URL }, wrong);
  if (wrong.length)
    throw new ConfigError(`Configuration refusée :\n${wrong.map((w) => `- ${w}`).join('\n')}`);
  return {
    production,
    host: HOST,
    port: PORT,
    databaseUrl: DATABASE_URL,
    standbyUrl: OCTROI_LECTURE,
    poolerUrl: OCTROI_PGBOUNCER,
    dataDir,
    demo: OCTROI_DEMO ?? (!DATABASE_URL && !production),
    demoContribuables: OCTROI_DEMO_CONTRIBUABLES,
    publicUrl: OCTROI_URL,
    smtpUrl: SMTP_URL,
    mailFrom: SMTP_FROM ?? `octroi@${mailDomain(OCTROI_URL)}`,
    orangeSms: readOrangeSms(read as Read),
    tiles: readTiles(read as Read),
    operatorSecrets: OCTROI_OPERATEURS,
    secretKeys: OCTROI_CLE_SECRETS,
    secondFactors: production && !OCTROI_SANS_SECOND_FACTEUR,
    https,
    idleMinutes: OCTROI_INACTIVITE,
    trustProxy: OCTROI_TRUST_PROXY,
    logLevel: LOG_LEVEL,
    metrics: OCTROI_METRIQUES,
    slowStatementsFrom: OCTROI_REQUETES_LENTES,
    backup,
    backupKey: (read as Read).OCTROI_BACKUP_CLE_PUBLIQUE,
    operatorMail: OCTROI_EXPLOITANT,
    timeZone: OCTROI_TIME_ZONE,
    pays: OCTROI_PAYS,
  };
}
