import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { loadReference } from '#src/demo/load.ts';
import { databaseFromTemplate, temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { restoreIntoCopy, completeInterruptedRestore } from '#src/platform/database/restoration.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let url: string;
let drop: () => Promise<void>;
const folder = temporaryFolder();
const uploads = path.join(folder, 'uploads');
const file = path.join(folder, 'sauvegarde.octroi');

async function query<Row extends pg.QueryResultRow>(text: string, at = url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The installation: contents of its database and folder, and what else exists next to them. */
async function present() {
  const name = new URL(url).pathname.slice(1);
  const [ville] = await query<{ nom: string }>('select nom from ville order by id limit 1');
  const databases = await query<{ datname: string }>(
    `select datname from pg_database where datname like '${name}%'`,
  );
  return {
    database: ville?.nom,
    uploads: fs.readdirSync(uploads),
    beside: [
      ...databases.map(({ datname }) => datname).filter((datname) => datname !== name),
      ...fs.readdirSync(folder).filter((entry) => entry.startsWith('uploads.')),
    ],
  };
}
const BEFORE = { database: 'de maintenant', uploads: ['maintenant.txt'], beside: [] };
const AFTER = { database: 'de la sauvegarde', uploads: ['sauvegarde.txt'], beside: [] };

async function become({ database, uploads: [upload = ''] }: typeof BEFORE): Promise<void> {
  await query(`update ville set nom = '${database}' where id = (select min(id) from ville)`);
  fs.rmSync(uploads, { recursive: true, force: true });
  fs.mkdirSync(uploads);
  fs.writeFileSync(path.join(uploads, upload), upload);
}

beforeAll(async () => {
  const made = await databaseFromTemplate(inject('ownerUrl'), 'restore_interrupted', async (owner) => {
    await migrate(owner, { timeZone: 'Africa/Niamey' });
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    await loadReference(client);
    await client.end();
  });
  ({ url, drop } = made);
  await become(AFTER);
  await backup({ url, uploads, file });
}, 120_000);
afterAll(async () => {
  await drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** @returns the signal that ended the process; undefined if it ended by itself */
const killedAt = (text: string, nth: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const script = path.join(import.meta.dirname, 'testing/killed-restore.ts');
    execFile(process.execPath, [script, url, uploads, file, text, String(nth)], (error) =>
      resolve(error?.signal ?? (error ? error.message : undefined)),
    );
  });

describe('a killed restore leaves a complete installation, and nothing else after the next start', () => {
  it.each<[string, string, number, typeof BEFORE]>([
    ['before there is a database beside', 'create database', 1, BEFORE],
    ['while rows arrive', 'copy', 20, BEFORE],
    ['while a file arrives', 'sauvegarde.txt', 1, BEFORE],
    ['before the filled database is analysed', 'analyze', 1, BEFORE],
    ['before the first database has its new name', 'rename to', 1, BEFORE],
    ['between the two names', 'rename to', 2, BEFORE],
    ['before the uploads go', 'rename /', 1, AFTER],
    ['between the two folders', 'rename /', 2, AFTER],
    ['before the former database goes', '_avant" with (force)', 1, AFTER],
    ['before the former uploads go', 'uploads.replaced', 2, AFTER],
  ])('%s', async (_when, text, nth, expected) => {
    await become(BEFORE);
    expect(await killedAt(text, nth)).toBe('SIGKILL');
    await completeInterruptedRestore({ url, uploads }, () => undefined);
    expect(await present()).toEqual(expected);
  });

  it('and does not disturb a next restore without a start in between', async () => {
    await become(BEFORE);
    expect(await killedAt('rename /', 2)).toBe('SIGKILL');
    await restore({ url, uploads, file, force: true });
    expect(await present()).toEqual(AFTER);
  });
});

describe('a failed restore leaves the installation unchanged', () => {
  it('if the disk becomes full', async () => {
    await become(BEFORE);
    const full = vi.spyOn(fs, 'createWriteStream').mockImplementation(
      () =>
        new Writable({
          write: (_chunk, _encoding, done) =>
            done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
        }) as unknown as fs.WriteStream,
    );
    await expect(restore({ url, uploads, file, force: true })).rejects.toThrow(
      /La place a manqué[^]*rien n’a été changé\. Faites de la place/,
    );
    full.mockRestore();
    expect(await present()).toEqual(BEFORE);
  });

  it.each([
    ['from the start', 3],
    ['for a database, were it an empty one', 32 * 1024],
  ])('if disk space is missing %s, which it says before it starts', async (_where, bavail) => {
    await become(BEFORE);
    const little = vi
      .spyOn(fs, 'statfsSync')
      .mockReturnValue({ bavail, bsize: 1024 } as unknown as fs.BigIntStatsFs & fs.StatsFs);
    await expect(restore({ url, uploads, file, force: true })).rejects.toThrow(
      /La place manque dans .*Mio libres/,
    );
    little.mockRestore();
    expect(await present()).toEqual(BEFORE);
  });

  it('if the file is cut', async () => {
    await become(BEFORE);
    const cut = path.join(folder, 'coupée.octroi');
    fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, -2000));
    await expect(restore({ url, uploads, file: cut, force: true })).rejects.toThrow(/incomplète ou altérée/);
    expect(await present()).toEqual(BEFORE);
  });

  it('if somebody connects meanwhile', async () => {
    await become(BEFORE);
    const other = new pg.Client({ connectionString: url });
    await expect(
      restore({
        url,
        uploads,
        file,
        force: true,
        log: (message) => void (message.startsWith('Remplissage') && other.connect()),
      }),
    ).rejects.toThrow(/en service/);
    await other.end();
    expect(await present()).toEqual(BEFORE);
  });

  it('if another one is running, which a start does not disturb either', async () => {
    await become(BEFORE);
    const enough = new Error('enough');
    const installation = { url, uploads };
    const first = restoreIntoCopy(installation, async () => {
      await Promise.all(
        [
          restore({ url, uploads, file, force: true }),
          completeInterruptedRestore(installation, () => undefined),
        ].map((other) => expect(other).rejects.toThrow('Une restauration est en cours')),
      );
      throw enough;
    });
    await expect(first).rejects.toBe(enough);
    expect(await present()).toEqual(BEFORE);
  });

  it('but waits for a killed one that the server has not noticed yet', async () => {
    await become(BEFORE);
    const enough = new Error('enough');
    let next: Promise<unknown> | undefined;
    // from another database: a connection to the installation's would prevent its restore
    const beside = new URL(url);
    beside.pathname = '/postgres';
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and (classid::bigint << 32 | objid::bigint) = hashtext('restauration ${new URL(url).pathname.slice(1)}')`;
    const first = restoreIntoCopy({ url, uploads }, async () => {
      next = restore({ url, uploads, file, force: true });
      const seen = expect.poll(() => query(waits, beside.href)).toHaveLength(1);
      await Promise.race([seen, next.then(() => expect.unreachable('it did not wait'))]);
      throw enough;
    });
    await expect(first).rejects.toBe(enough);
    await next;
    expect(await present()).toEqual(AFTER);
  });
});
