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

/** Nothing that a test writes outlives it, so nothing waits for the disk. */
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

/** A temporary folder into which the unprivileged account of the server may go. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'octroi-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/**
 * Vitest's global setup: one real server for the whole run, in a folder that goes with it; or the server of
 * `OCTROI_TEST_DATABASE_URL`, of another version, as a superuser of it. What an earlier run left there is removed.
 */
export default async function setup(project: TestProject) {
  const external = process.env['OCTROI_TEST_DATABASE_URL'];
  if (external) {
    await removeDatabases(external);
    project.provide('ownerUrl', external);
    return () => removeDatabases(external);
  }
  const folder = temporaryFolder();
  const server = await startEmbedded({ dataDir: path.join(folder, 'pg'), settings: TEST_SETTINGS });
  project.provide('ownerUrl', server.url());
  // A run that somebody ends is not torn down: its server goes with it at once.
  const abandon = (): void => {
    process.kill(server.pid, 'SIGQUIT');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  return async () => {
    process.off('exit', abandon);
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** Tests' databases and the templates of them, which are of the schema of their run. */
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

let made = 0;

/**
 * A database of its own for a test file, copied from a template (some 50 ms) that is prepared once a run, whichever
 * worker comes first.
 * @param prepare fills the template, of which it gets the owner's address: migrations, common rows. It must have
 *   closed its connections when it is done.
 */
export async function databaseFromTemplate(
  ownerUrl: string,
  template: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++made}`;
  await asOwner(ownerUrl, async (client) => {
    // Held to the end of the session: other workers wait for the template, and copies are made one at a time.
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
