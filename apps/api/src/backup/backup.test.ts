import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { todayIn } from '@octroi/contract';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { loadContribuables, loadReference } from '#src/demo/load.ts';
import { databaseFromTemplate, temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';
import { backup } from './backup.ts';
import { listRebuilt, listTables, quoted } from './database-contents.ts';
import { demandSpace, restore } from './restore.ts';

const TIME_ZONE = 'Africa/Lagos';

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function database(template: string, prepare: (url: string) => Promise<unknown>): Promise<string> {
  const made = await databaseFromTemplate(inject('ownerUrl'), template, prepare);
  cleanups.push(() => made.drop());
  return made.url;
}

const emptyDatabase = () => database('backup_empty', async () => {});
const filledDatabase = () =>
  database('backup_filled', async (url) => {
    await migrate(url, { timeZone: TIME_ZONE });
    await withClient(url, async (client) => {
      await loadReference(client);
      await loadContribuables(client, { contribuables: 60, seed: 7, today: todayIn(TIME_ZONE) });
    });
  });

/** All contents that matter: every row of every table, the next ids, keys, indexes and active triggers. */
const everything = (url: string) =>
  withClient(url, async (client) => {
    const rows: Record<string, unknown> = {};
    for (const { name } of await listTables(client)) {
      const { rows: found } = await client.query(
        `select count(*)::int as n, md5(string_agg(t::text, e'\\n' order by t::text)) as digest from public.${quoted(name)} t`,
      );
      rows[name] = found[0];
    }
    const select = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
    return {
      rows,
      sequences: await select(
        `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
      ),
      rebuilt: (await listRebuilt(client)).map(({ create }) => create).toSorted(),
      triggers: await select(`select tgname, tgrelid::regclass::text as t, tgenabled from pg_trigger
                            where not tgisinternal order by 2, 1`),
      migrations: await select('select nom, empreinte from migration order by 1'),
      grants: await select(`select table_name, privilege_type from information_schema.role_table_grants
                          where grantee = 'octroi_app' and table_schema = 'public' order by 1, 2`),
    };
  });

let folder: string;
let file: string;
let uploads: string;
let elsewhere: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'sauvegarde.octroi');
  uploads = path.join(folder, 'uploads');
  elsewhere = path.join(folder, 'other', 'uploads');
  fs.mkdirSync(path.join(uploads, 'ab'), { recursive: true });
  fs.writeFileSync(path.join(uploads, 'ab', 'photo.jpg'), Buffer.from([0xff, 0xd8, 0, 1]));
  fs.mkdirSync(path.dirname(elsewhere));
  cleanups.push(() => fs.rmSync(folder, { recursive: true, force: true }));
});

describe('a backup', () => {
  test('restored into an empty database gives everything back, even the next ids', async () => {
    const url = await filledDatabase();
    const before = await everything(url);
    const saved = await backup({ url, uploads, file });
    expect(saved.tables['contribuable']?.rows).toBe(60);
    expect(fs.readdirSync(folder).toSorted()).toEqual(['other', 'sauvegarde.octroi', 'uploads']);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);

    const target = await emptyDatabase();
    await restore({ url: target, uploads: elsewhere, file });
    expect(await everything(target)).toEqual(before);
    expect(await verify(target, () => {})).toEqual([]);
    expect(fs.readFileSync(path.join(elsewhere, 'ab', 'photo.jpg'))).toEqual(Buffer.from([0xff, 0xd8, 0, 1]));
    const { rows } = await withClient(target, (client) =>
      client.query(
        "select valeur, pg_get_functiondef('jour_local'::regproc) as f from parametre where cle = 'fuseau'",
      ),
    );
    expect(rows[0]).toMatchObject({ valeur: TIME_ZONE, f: expect.stringContaining(TIME_ZONE) as string });
  });

  test('is one snapshot: concurrent transactions are not half included', async () => {
    const url = await filledDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    let writing = true;
    const writer = (async () => {
      // The two tables are far apart in the file; each transaction adds one row to both.
      await client.query('create table a_first (n int); create table zz_last (n int)');
      for (let n = 0; writing; n++) {
        await client.query(
          `begin; insert into zz_last values (${n}); insert into a_first values (${n}); commit`,
        );
      }
    })();
    await expect.poll(() => client.query('select 1 from a_first limit 1').then((r) => r.rowCount)).toBe(1);
    const { tables } = await backup({ url, uploads, file });
    writing = false;
    await writer;
    await client.end();
    expect(tables['a_first']?.rows).toBeGreaterThan(0);
    expect(tables['zz_last']?.rows).toBe(tables['a_first']?.rows);
  });
});

describe('a backup that cannot be written', () => {
  test('says that the disk is full, and keeps the older one', async () => {
    const url = await filledDatabase();
    fs.writeFileSync(file, 'the older one');
    const full = vi.spyOn(fs, 'createWriteStream').mockImplementation(
      () =>
        new Writable({
          write: (_chunk, _encoding, done) =>
            done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
        }) as unknown as fs.WriteStream,
    );
    await expect(backup({ url, uploads, file })).rejects.toThrow(
      /La place manque dans .* Faites-y de la place/,
    );
    full.mockRestore();
    expect(fs.readFileSync(file, 'utf8')).toBe('the older one');
  });

  test('contains hashes of its files that sha256sum can check', async () => {
    const url = await filledDatabase();
    for (let n = 0; n < 1001; n++) fs.writeFileSync(path.join(uploads, `${n}.jpg`), String(n));
    await backup({ url, uploads, file });
    const opened = path.join(folder, 'opened');
    fs.mkdirSync(opened);
    execFileSync('tar', ['-xzf', file, '-C', opened]);
    const lists = fs.readdirSync(path.join(opened, 'uploads.sha256')).toSorted();
    expect(lists).toEqual(['000001', '000002']);
    for (const list of lists)
      execFileSync('sha256sum', ['--check', '--quiet', `../uploads.sha256/${list}`], {
        cwd: path.join(opened, 'uploads'),
      });
  });
});

describe('a restore refuses, without changing anything,', () => {
  async function refused(url: string, how: RegExp, options: { force?: boolean } = {}) {
    const before = await everything(url);
    await expect(restore({ url, uploads: elsewhere, file, ...options })).rejects.toThrow(how);
    expect(await everything(url)).toEqual(before);
    expect(fs.existsSync(elsewhere)).toBe(false);
  }

  test('a database with data, unless forced', async () => {
    const url = await filledDatabase();
    await backup({ url, uploads, file });
    await withClient(url, (client) => client.query("update contribuable set nom = 'changé'"));
    await refused(url, /contient des données[^]*--force/);
    await restore({ url, uploads: elsewhere, file, force: true });
    const { rows } = await withClient(url, (client) =>
      client.query<{ n: number }>("select count(*)::int as n from contribuable where nom = 'changé'"),
    );
    expect(rows[0]?.n).toBe(0);
  });

  test('a database in use', async () => {
    const url = await filledDatabase();
    await backup({ url, uploads, file });
    await withClient(url, async () => {
      await expect(restore({ url, uploads: elsewhere, file, force: true })).rejects.toThrow(/en service/);
    });
  });

  /** The tar, with the length of one entry unchanged. */
  const inTar = (change: (tar: Buffer) => void) => (content: Buffer) => {
    const tar = gunzipSync(content);
    change(tar);
    return gzipSync(tar);
  };

  test.each([
    ['cut short', (content: Buffer) => content.subarray(0, content.length - 2000), /incomplète ou altérée/],
    ['empty', () => Buffer.alloc(0), /n’est pas une sauvegarde/],
    ['something else', () => Buffer.from('bonjour'), /n’est pas une sauvegarde/],
    [
      'altered inside, wrapped again',
      (content: Buffer) => {
        const tar = gunzipSync(content);
        tar.write('X', tar.indexOf('\n', tar.indexOf('data/ville/000001.copy') + 512) - 1);
        return gzipSync(tar);
      },
      /altéré : table ville/,
    ],
    [
      'with an altered photo',
      inTar((tar) => tar.write('X', tar.indexOf('uploads/ab/photo.jpg') + 512 + 3)),
      /altéré : fichier joint ab\/photo\.jpg\. Prenez une autre copie/,
    ],
    [
      'with a photo under another’s name',
      inTar((tar) => {
        const header = tar.indexOf('uploads/ab/photo.jpg');
        tar.write('b', header + 'uploads/a'.length - 1);
        // the header's checksum is the sum of its bytes
        tar.write(
          (Number.parseInt(tar.toString('ascii', header + 148, header + 154), 8) + 1)
            .toString(8)
            .padStart(6, '0'),
          header + 148,
        );
      }),
      /altéré : fichier joint ab\/photo\.jpg/,
    ],
    [
      'of a later format',
      inTar((tar) => tar.write('9', tar.indexOf('"format": 2') + 10)),
      /version plus récente d’Octroi \(format 9/,
    ],
    [
      'of a version with other migrations',
      (content: Buffer) => {
        const tar = gunzipSync(content);
        const at = tar.indexOf('"empreinte": "') + 14;
        tar.write(tar[at] === 0x30 ? '1' : '0', at);
        return gzipSync(tar);
      },
      /ne connaît pas/,
    ],
  ])('a file %s', async (_what, spoil, how) => {
    const url = await filledDatabase();
    await backup({ url, uploads, file });
    fs.writeFileSync(file, spoil(fs.readFileSync(file)));
    await refused(url, how, { force: true });
  });

  test.each([
    ['42501', 'resolves'],
    ['57014', 'rejects'],
  ] as const)('%s from a server asked for its folder %s', async (code, outcome) => {
    const query = () => Promise.reject(Object.assign(new Error('refused'), { code }));
    const check = demandSpace({ query } as never, temporaryFolder(), { data: 0, uploads: 0 });
    await (outcome === 'resolves'
      ? expect(check).resolves.toBeUndefined()
      : expect(check).rejects.toThrow('refused'));
  });

  test('a file that lacks a listed photo', async () => {
    const url = await filledDatabase();
    await backup({ url, uploads, file });
    const tar = gunzipSync(fs.readFileSync(file));
    const at = tar.indexOf('uploads/ab/photo.jpg');
    fs.writeFileSync(file, gzipSync(Buffer.concat([tar.subarray(0, at), tar.subarray(at + 1024)])));
    await refused(url, /altéré : fichier joint ab\/photo\.jpg/, { force: true });
  });

  test('a missing file', async () => {
    await expect(restore({ url: await emptyDatabase(), uploads: elsewhere, file })).rejects.toThrow(
      /n’existe pas/,
    );
  });
});

test('a lost connection fails only the backup, and leaves nothing of it', async () => {
  const url = await filledDatabase();
  const folder = temporaryFolder();
  cleanups.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const ended = withClient(url, async (client) => {
    for (let ends = 0; ends === 0;) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'octroi backup'`,
      );
      ends = rowCount ?? 0;
    }
  });
  await expect(
    backup({ url, uploads: path.join(folder, 'uploads'), file: path.join(folder, 'a.octroi') }),
  ).rejects.toThrow(/terminat|connection/i);
  await ended;
  expect(fs.readdirSync(folder)).toEqual([]);
});
