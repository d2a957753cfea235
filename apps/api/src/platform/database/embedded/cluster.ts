import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { giveTo } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError, run, type Account } from './process.ts';
import { configurationLines, type Settings } from './settings.ts';

/** Owner of the database and superuser of the embedded server. */
export const OWNER = 'octroi';

const SETTINGS_FILE = 'octroi.conf';

const POSTGRESQL_CONF = `# Réglages du serveur livré avec Octroi.
# ${SETTINGS_FILE} est réécrit à chaque démarrage selon la machine ; ce qui est écrit sous la ligne include l'emporte.
include = '${SETTINGS_FILE}'
`;

/** Files of the cluster that this code reads and writes. */
export const passwordFile = (dataDir: string) => path.join(dataDir, 'octroi.password');
export const startLog = (dataDir: string) => path.join(dataDir, 'start.log');

export const isCluster = (dataDir: string) => fs.existsSync(path.join(dataDir, 'PG_VERSION'));

/**
 * Creates a cluster under a temporary name and renames it at the end, so that an interrupted creation is never used.
 * The generated password is inside.
 */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const parent = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const leftover of fs.readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    fs.rmSync(path.join(parent, leftover), { recursive: true, force: true });
  }
  const temporary = fs.mkdtempSync(path.join(parent, prefix));
  const cluster = path.join(temporary, 'pg');
  const password = path.join(temporary, 'password');
  fs.mkdirSync(cluster, { mode: 0o700 });
  fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  for (const target of [temporary, cluster, password]) giveTo(account, target);
  const { code, output } = await run(
    binaries.program('initdb'),
    [
      `--pgdata=${cluster}`,
      `--username=${OWNER}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // since 17 the server itself provides this collation
      ...(binaries.major < 17
        ? ['--locale=C.UTF-8']
        : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
      '--no-instructions',
    ],
    { account, cwd: binaries.native },
  );
  if (code !== 0) {
    fs.rmSync(temporary, { recursive: true, force: true });
    const nameless = output.includes('could not look up effective user ID');
    throw new EmbeddedError(
      `La base de données n’a pas pu être créée dans ${dataDir} :\n${output.trim()}` +
        (nameless
          ? '\nCe numéro de compte doit figurer dans /etc/passwd ; sinon, donnez une base externe par DATABASE_URL.'
          : ''),
    );
  }
  fs.writeFileSync(path.join(cluster, 'postgresql.conf'), POSTGRESQL_CONF, { flush: true });
  fs.renameSync(password, passwordFile(cluster));
  fs.renameSync(cluster, dataDir);
  fs.rmSync(temporary, { recursive: true, force: true });
}

/** @throws EmbeddedError if another major version created the cluster: these programs cannot read its files */
export function refuseOtherMajor(dataDir: string, binaries: Binaries): void {
  const found = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (Number(found) === binaries.major) return;
  throw new EmbeddedError(
    `La base ${dataDir} est de PostgreSQL ${found}, le serveur livré avec cette version d’Octroi est PostgreSQL ` +
      `${binaries.major}. Rien n’a été touché. Avec la version d’Octroi qui servait jusqu’ici : ` +
      `npm run backup -- sauvegarde.octroi ; mettez ensuite ${dataDir} de côté ; avec cette version : ` +
      'npm run restore -- sauvegarde.octroi.',
  );
}

export function writeSettings(dataDir: string, settings: Settings): void {
  fs.writeFileSync(path.join(dataDir, SETTINGS_FILE), configurationLines(settings));
}
