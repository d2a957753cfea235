import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../embedded/embedded.ts';
import type { Settings } from '../embedded/settings.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Owner's address of the test run's server: `inject('ownerUrl')`. */
    ownerUrl: string;
  }
}

/** Tests need no durability, so nothing waits for the disk. */
export const TEST_SETTINGS: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_connections: 100,
  shared_buffers: '128MB',
  maintenance_work_mem: '64MB',
};

/** A temporary folder that the server's unprivileged account can enter. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/**
 * Vitest's global setup: one real server for the whole run, in a temporary folder; or the server of
 * `OCTROI_TEST_DATABASE_URL`, of another version, with a superuser's address. What an earlier run left there is
 * removed.
 */
export default async function setup(project: TestProject) {
  const external = process.env['OCTROI_TEST_DATABASE_URL'];
  if (external) {
    await removeDatabases(external);
    project.provide('ownerUrl', external);
    return () => removeDatabases(external);
  }
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'pg');
  let isStarted = false;
  const server = await startEmbedded({
    dataDir,
    settings: TEST_SETTINGS,
    // tests then fail because their connections were lost: only the server's log says why
    log: (message) => {
      if (isStarted) process.stderr.write(`${message}\n${endOfLog(dataDir)}\n`);
    },
  });
  isStarted = true;
  project.provide('ownerUrl', server.url());
  // An aborted run has no teardown: its server is stopped at once.
  const stopAtExit = (): void => {
    process.kill(server.pid, 'SIGQUIT');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopAtExit);
  return async () => {
    process.off('exit', stopAtExit);
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** The last lines of the server's log. */
function endOfLog(dataDir: string): string {
  const log = path.join(dataDir, 'log');
  const newest = fs.existsSync(log) ? fs.readdirSync(log).toSorted().at(-1) : undefined;
  return newest
    ? fs.readFileSync(path.join(log, newest), 'utf8').trim().split('\n').slice(-15).join('\n')
    : '';
}

/** Removes databases of tests and their templates, whose schema is that of an earlier run. */
const removeDatabases = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datname like 'test\\_%' or datistemplate and datname not in ('template0', 'template1')`,
    );
    for (const { name } of rows) {
      const database = pg.escapeIdentifier(name);
      await client.query(`alter database ${database} is_template false`);
      await client.query(`drop database ${database} with (force)`);
    }
  });

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

let databaseCount = 0;

/**
 * Creates a database for a test file, copied (in some 50 ms) from a template that is prepared once per run.
 * @param prepare fills the template at the owner's address: migrations, common rows. It must close its connections.
 */
export async function databaseFromTemplate(
  ownerUrl: string,
  template: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++databaseCount}`;
  await asOwner(ownerUrl, async (client) => {
    // Held until the session ends: other workers wait for the template, and copies are made one at a time.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (!rowCount) {
      await client.query(`drop database if exists ${pg.escapeIdentifier(template)} with (force)`);
      await client.query(`create database ${pg.escapeIdentifier(template)}`);
      await prepare(withDatabase(ownerUrl, template));
      await client.query(`alter database ${pg.escapeIdentifier(template)} is_template true`);
    }
    await client.query(
      `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`,
    );
  });
  return {
    url: withDatabase(ownerUrl, name),
    drop: () =>
      asOwner(ownerUrl, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function asOwner(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
