import { execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { applicationAddress } from '../connect.ts';
import { readPidFile } from './process.ts';
import { databaseFromTemplate, temporaryFolder } from '../testing/embedded.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { lockError, withLock } from './lock.ts';
import { replaceCluster } from './replacement.ts';
import { findLive } from './server.ts';

// Durable settings, as in production, with a smaller memory.
const settings = { shared_buffers: '32MB', max_connections: 20 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** A cluster created and stopped once, which most tests copy: creating one takes half a second. */
const prototype = path.join(temporaryFolder(), 'pg');
beforeAll(async () => (await startEmbedded({ dataDir: prototype, settings })).stop());
afterAll(() => fs.rmSync(path.dirname(prototype), { recursive: true, force: true }));

function newFolder(): string {
  const folder = temporaryFolder();
  cleanups.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'pg');
}

function copyPrototype(): string {
  const dataDir = newFolder();
  execFileSync('cp', ['-a', prototype, dataDir]);
  return dataDir;
}

async function start(dataDir: string, log?: (message: string) => void): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, settings, ...(log ? { log } : {}) });
  cleanups.push(() => server.stop());
  return server;
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const waitUntil = (condition: () => Promise<boolean> | boolean) =>
  expect.poll(condition, { timeout: 20_000 }).toBe(true);
const answers = (url: string) => query(url, 'select 1').then(() => true, () => false); // prettier-ignore

/** Another process that starts the server, prints its address, and stops it when its input ends. */
async function startElsewhere(dataDir: string, options: SpawnOptions = {}) {
  const module = path.join(import.meta.dirname, 'embedded.ts');
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(module)});
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} });
    console.log(JSON.stringify({ url: server.url(), pid: server.pid, attached: server.attached }));
    process.stdin.resume().on('end', async () => { await server.stop(); process.exit(0); });
  `;
  const args = ['--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = () => {
    child.stdin.end();
    return ended;
  };
  cleanups.push(end);
  for await (const line of createInterface(child.stdout)) {
    const started = JSON.parse(line) as { url: string; pid: number; attached: boolean };
    return { ...started, child, ended, end };
  }
  await ended;
  throw new Error(errors);
}

describe('starting', () => {
  test('creates a database with a password, reachable only from this machine', async () => {
    const server = await start(newFolder());
    expect(server.attached).toBe(false);
    const [row] = await query<Record<string, string>>(
      server.url(),
      `select current_database() as database, current_setting('listen_addresses') as listens,
              current_setting('fsync') as fsync, current_setting('timezone') as zone, current_setting('jit') as jit`,
    );
    expect(row).toEqual({ database: 'octroi', listens: '127.0.0.1', fsync: 'on', zone: 'UTC', jit: 'off' });
    const wrong = new URL(server.url());
    wrong.password = 'autre';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password');
  });

  test('keeps the data across starts', async () => {
    const dataDir = copyPrototype();
    const first = await start(dataDir);
    await query(first.url(), 'create table t as select 42 as n');
    await first.stop();
    expect(readPidFile(dataDir)).toBeUndefined();
    const second = await start(dataDir);
    expect(await query(second.url(), 'select n from t')).toEqual([{ n: 42 }]);
  });

  test('waits for its server while that does not answer', async () => {
    const dataDir = copyPrototype();
    const { pid } = await start(dataDir);
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await findLive({ dataDir })).toBe('busy');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await findLive({ dataDir })).toMatchObject({ pid });
  });

  test('is not repeated for a server that ends during its recovery', async () => {
    const dataDir = copyPrototype();
    const server = await startEmbedded({ dataDir, settings: { ...settings, wal_keep_size: '64MB' } });
    cleanups.push(() => server.stop());
    const [backup] = await query<{ label: string }>(
      server.url(),
      `select (pg_backup_stop(begun is null)).labelfile as label
       from (select pg_backup_start('copie', true) as begun offset 0) as started`,
    );
    await query(server.url(), 'select pg_switch_wal()');
    await server.stop();
    const { uid, gid } = fs.statSync(dataDir);
    for (const [name, text] of Object.entries({ backup_label: backup!.label, 'recovery.signal': '' })) {
      fs.writeFileSync(path.join(dataDir, name), text);
      fs.chownSync(path.join(dataDir, name), uid, gid);
    }
    const recovery = {
      hot_standby: 'off',
      recovery_target_time: '2030-01-01 00:00:00+00',
      // each segment takes longer than pg_ctl to notice that the recovery has begun
      restore_command: 'sleep 0.5; false',
    };
    await expect(startEmbedded({ dataDir, settings: { ...settings, ...recovery } })).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    );
  });

  test('serves two data folders at once', async () => {
    const [a, b] = await Promise.all([start(copyPrototype()), start(copyPrototype())]);
    expect(a.port).not.toBe(b.port);
    await query(a.url(), 'create table only_here ()');
    await expect(query(b.url(), 'select from only_here')).rejects.toThrow('does not exist');
  });

  test('an operator’s setting overrides ours', async () => {
    const dataDir = copyPrototype();
    fs.appendFileSync(path.join(dataDir, 'postgresql.conf'), 'work_mem = 99MB\n');
    const server = await start(dataDir);
    expect(await query(server.url(), 'show work_mem')).toEqual([{ work_mem: '99MB' }]);
  });
});

describe('several processes on one folder', () => {
  test('processes that start together share one server, and the last to stop stops it', async () => {
    const dataDir = newFolder();
    const [a, b, own] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir), start(dataDir)]);
    expect(new Set([a.pid, b.pid, own.pid]).size).toBe(1);
    expect([a, b, own].filter((server) => !server.attached)).toHaveLength(1);
    await a.end();
    await own.stop();
    expect(await answers(b.url)).toBe(true);
    await b.end();
    expect(await answers(b.url)).toBe(false);
    expect(readPidFile(dataDir)).toBeUndefined();
  });
});

test('the application logs in with its own role, and cannot change it', async () => {
  const folder = copyPrototype();
  const embedded = { url: (await start(folder)).url(), folder };
  await query(embedded.url, 'create role octroi_app nologin');
  const address = await applicationAddress(embedded, { poolerUrl: undefined });
  // a second process of the product uses the same password
  expect(await applicationAddress(embedded, { poolerUrl: undefined })).toEqual(address);
  const client = new pg.Client({ connectionString: address.url });
  await client.connect();
  try {
    await client.query('set role none');
    await client.query('reset role');
    expect((await client.query('select session_user as is, current_user as acts')).rows).toEqual([
      { is: 'octroi_app', acts: 'octroi_app' },
    ]);
    await expect(client.query('set role octroi')).rejects.toThrow();
  } finally {
    await client.end();
  }
});

describe('waiting', () => {
  test('for another start ends with the signal of a stop', async () => {
    const dataDir = copyPrototype();
    const stopping = new AbortController();
    const messages: string[] = [];
    const log = (message: string) => {
      messages.push(message);
      stopping.abort(new Error('stop'));
    };
    await withLock(`${dataDir}.lock`, async () => {
      const { signal } = stopping;
      await expect(startEmbedded({ dataDir, settings, log, signal })).rejects.toThrow('stop');
      const unused = () => Promise.reject(new Error('not reached'));
      const replacement = { dataDir, log, signal, fill: unused, check: unused, explain: () => undefined };
      await expect(replaceCluster(replacement)).rejects.toThrow('stop');
    });
    expect(messages).toEqual([expect.stringContaining('attente'), expect.stringContaining('attente')]);
  });

  test('for a server that does not answer is told, and ends with the signal of a stop', async () => {
    const dataDir = copyPrototype();
    const { pid } = await start(dataDir);
    const stopping = new AbortController();
    const log = (message: string) => stopping.abort(new Error(message));
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(startEmbedded({ dataDir, settings, log, signal: stopping.signal })).rejects.toThrow(
        /ne répond pas encore.*10 minutes au plus/,
      );
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});

describe('after a crash', () => {
  test('of the product, the next start attaches to the running server, and stops it at the end', async () => {
    const dataDir = copyPrototype();
    const before = await startElsewhere(dataDir);
    before.child.kill('SIGKILL');
    await before.ended;
    const server = await start(dataDir);
    expect(server).toMatchObject({ attached: true, pid: before.pid });
    await server.stop();
    expect(await answers(before.url)).toBe(false);
  });

  test('of a supervised command, no server is left running', async () => {
    const dataDir = copyPrototype();
    const before = await startElsewhere(dataDir);
    const root = path.resolve(import.meta.dirname, '../../../../../..');
    const killedScript = path.join(path.dirname(dataDir), 'killed.mjs');
    fs.writeFileSync(killedScript, `process.kill(process.pid, 'SIGKILL');\n`);
    before.child.kill('SIGKILL');
    await before.ended;
    const script = `
      const { supervise } = await import(${JSON.stringify(path.join(root, 'scripts/lib/supervise.mjs'))});
      process.exitCode = await supervise([${JSON.stringify(killedScript)}]);
    `;
    const env = { ...process.env, OCTROI_DATA: path.dirname(dataDir), DATABASE_URL: '' };
    const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: 'ignore',
    });
    expect(await new Promise((resolve) => supervisor.once('exit', resolve))).toBe(137);
    expect(await answers(before.url)).toBe(false);
    expect(readPidFile(dataDir)).toBeUndefined();
  });

  test('of the server, the running product restarts it on the same address with all committed data', async () => {
    const messages: string[] = [];
    const server = await start(copyPrototype(), (message) => messages.push(message));
    const { pid } = server;
    await query(server.url(), 'create table t as select generate_series(1, 1000) as n');
    process.kill(pid, 'SIGKILL');
    await waitUntil(async () => server.pid !== pid && (await answers(server.url())));
    expect(await query(server.url(), 'select count(*)::int as n from t')).toEqual([{ n: 1000 }]);
    // said once the product itself is connected, which may be after our query
    await expect.poll(() => messages.at(-1)).toContain('répond de nouveau');
  });

  test('of both, the next start recovers the data', async () => {
    const dataDir = copyPrototype();
    const before = await startElsewhere(dataDir);
    await query(before.url, 'create table t as select 7 as n');
    before.child.kill('SIGKILL');
    process.kill(before.pid, 'SIGKILL');
    const server = await start(dataDir);
    expect(server.pid).not.toBe(before.pid);
    expect(await query(server.url(), 'select n from t')).toEqual([{ n: 7 }]);
  });

  test('a process number in postmaster.pid that now belongs to another program does not prevent a start', async () => {
    const dataDir = copyPrototype();
    const first = await start(dataDir);
    const file = path.join(dataDir, 'postmaster.pid');
    const otherLines = fs.readFileSync(file, 'utf8').split('\n').slice(1);
    await first.stop();
    fs.writeFileSync(file, [process.pid, ...otherLines].join('\n'));
    const second = await start(dataDir);
    expect(await answers(second.url())).toBe(true);
  });

  test('of the first start, an incomplete cluster is not used', async () => {
    const dataDir = newFolder();
    fs.mkdirSync(`${dataDir}.init-abc123/pg/base`, { recursive: true });
    const server = await start(dataDir);
    expect(await answers(server.url())).toBe(true);
    expect(fs.readdirSync(path.dirname(dataDir)).toSorted()).toEqual(['pg', 'pg.lock']);
  });
});

describe('the French message of a failed start covers', () => {
  test('a cluster of another major version', async () => {
    const dataDir = copyPrototype();
    fs.writeFileSync(path.join(dataDir, 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/PostgreSQL 15[^]*npm run backup[^]*npm run restore/);
  });

  test('a data folder that cannot be written', async () => {
    const dataDir = newFolder();
    fs.writeFileSync(dataDir, 'a file');
    await expect(start(path.join(dataDir, 'sub', 'pg'))).rejects.toThrow(
      /Impossible d’écrire[^]*OCTROI_DATA/,
    );
  });

  test('a full disk, and a lock that cannot be opened', async () => {
    const dataDir = newFolder();
    expect(
      lockError(`${dataDir}.lock`, { errcode: 13, message: 'database or disk is full' }).message,
    ).toMatch(new RegExp(`disque de ${path.dirname(dataDir)} est plein`));
    fs.mkdirSync(`${dataDir}.lock`);
    await expect(start(dataDir)).rejects.toThrow(/verrou .*pg\.lock ne s’ouvre pas/);
  });

  test('a setting that the server refuses, with its own message', async () => {
    const dataDir = copyPrototype();
    fs.appendFileSync(path.join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start(dataDir)).rejects.toThrow(/n’a pas démarré[^]*no_such_setting/);
  });
});

// Only root can act as several accounts.
if (process.getuid?.() === 0) {
  describe('under root', () => {
    test('the server runs as another account', async () => {
      const server = await start(copyPrototype());
      expect(fs.statSync(`/proc/${server.pid}`).uid).not.toBe(0);
    });

    test('if that account cannot reach the data folder, the cluster is created elsewhere and its path noted', async () => {
      const dataDir = newFolder();
      fs.chmodSync(path.dirname(dataDir), 0o700);
      const messages: string[] = [];
      const first = await start(dataDir, (message) => messages.push(message));
      cleanups.unshift(() => fs.rmSync(path.dirname(first.dataDir), { recursive: true, force: true }));
      expect(first.dataDir).not.toBe(dataDir);
      expect(messages.join()).toContain(first.dataDir);
      await first.stop();
      expect((await start(dataDir)).dataDir).toBe(first.dataDir);
    });
  });

  describe('under an ordinary account', () => {
    const ordinary = { uid: 12_345, gid: 12_345 };

    test('its own cluster runs, and root also runs it under that account', async () => {
      const dataDir = copyPrototype();
      execFileSync('chown', ['-R', '12345:12345', path.dirname(dataDir)]);
      const own = await startElsewhere(dataDir, ordinary);
      await own.end();
      const server = await start(dataDir);
      expect(fs.statSync(`/proc/${server.pid}`).uid).toBe(ordinary.uid);
    });

    test('a cluster or folder of another account is refused', async () => {
      const dataDir = copyPrototype();
      await expect(startElsewhere(dataDir, ordinary)).rejects.toThrow(/Impossible d’écrire[^]*chown/);
      fs.chownSync(path.dirname(dataDir), ordinary.uid, ordinary.gid);
      await expect(startElsewhere(dataDir, ordinary)).rejects.toThrow(/appartient à un autre compte/);
    });
  });
}

describe('databaseFromTemplate', () => {
  test('prepares a template once and copies it for each file', async () => {
    let prepared = 0;
    const prepare = async (url: string) => {
      prepared += 1;
      await query(url, 'create table t as select 1 as n');
    };
    const template = `template_${process.pid}`;
    const make = () => databaseFromTemplate(inject('ownerUrl'), template, prepare);
    const [a, b] = await Promise.all([make(), make()]);
    cleanups.push(a.drop, b.drop);
    expect(prepared).toBe(1);
    await query(a.url, 'update t set n = 2');
    expect(await query(b.url, 'select n from t')).toEqual([{ n: 1 }]);
  });
});
