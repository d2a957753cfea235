/**
 * A database and a backup of version 0.2, with data, are upgraded to the state of a new database. Version 0.2 itself
 * made both files of `testing`: the SQL of its database, and a backup of its demonstration with sixty taxpayers and
 * some acts.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { catalogue } from '#src/platform/database/testing/catalogue.ts';
import { databaseFromTemplate, temporaryFolder } from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { verify } from '#src/verification/verify.ts';
import { readArchive, readManifest } from '#src/backup/archive.ts';
import { listSequences, listTables, quoted } from '#src/backup/database-contents.ts';
import { restore } from '#src/backup/restore.ts';

const TESTING = path.join(import.meta.dirname, 'testing');
const BACKUP = path.join(TESTING, 'version-0.2.octroi');
/** Migrations and functions, in the order of their execution. */
const SQL = JSON.parse(gunzipSync(fs.readFileSync(path.join(TESTING, 'version-0.2.json.gz'))).toString()) as {
  migrations: { nom: string; text: string }[];
  functions: { nom: string; text: string }[];
};
const TIME_ZONE = 'Africa/Niamey';
const BASE = '0001_version_0_2.sql';
const FOLDER = path.join(import.meta.dirname, '../../database/migrations');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function database(template: string, prepare: (url: string) => Promise<unknown>): Promise<string> {
  const made = await databaseFromTemplate(inject('ownerUrl'), template, prepare);
  cleanups.push(() => made.drop());
  return made.url;
}
const empty = () => database('upgrade_empty', async () => {});
const fresh = () => database('upgrade_fresh', (url) => migrate(url, { timeZone: TIME_ZONE }));
let standing: Promise<string[]> | undefined;
/** The catalogue of a new database. */
const stands = () => (standing ??= fresh().then(catalogue));

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const printOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An empty database of version 0.2, with its functions, triggers and stored totals. */
const ofVersion02 = () =>
  database('upgrade_0_2', (url) =>
    withClient(url, async (client) => {
      await client.query("select set_config('octroi.time_zone', $1, false)", [TIME_ZONE]);
      await client.query(`create table migration (
        nom text primary key, empreinte text not null, applied_at timestamptz not null default now())`);
      for (const { text } of [...SQL.migrations, ...SQL.functions]) await client.query(text);
      const listed = SQL.functions.map(({ nom, text }) => `${nom} ${printOf(text)}`).join('\n');
      const applied = SQL.migrations.map(({ nom, text }) => [nom, printOf(text)]);
      for (const row of [...applied, ['functions', printOf(listed)]])
        await client.query('insert into migration values ($1, $2)', row);
    }),
  );

/** Loads the backup's rows into a database of its own schema. */
async function pour(url: string): Promise<void> {
  const { tables } = await readManifest(BACKUP);
  await withClient(url, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`);
    const { contents } = await readArchive(BACKUP, {
      piece: async (table, content) => {
        const columns = tables
          .find(({ name }) => name === table)
          ?.columns.map(quoted)
          .join(', ');
        await pipeline(content, client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`)));
      },
    });
    for (const { name, value, called } of contents.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called]);
  });
}

type Tables = Awaited<ReturnType<typeof listTables>>;

/** Every row of the given tables (default: all), and the next ids. */
const rows = (url: string, tables?: Tables) =>
  withClient(url, async (client) => {
    const found: Record<string, unknown> = {};
    for (const { name, columns } of tables ?? (await listTables(client))) {
      const list = columns.map(quoted).join(', ');
      const { rows: digest } = await client.query(
        `select count(*)::int as n, md5(string_agg(t::text, e'\\n' order by t::text)) from (select ${list} from ${quoted(name)}) t`,
      );
      found[name] = digest[0];
    }
    return { found, sequences: await listSequences(client) };
  });

const migrations = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query('select nom, empreinte from migration order by 1')).rows,
  );

describe('a filled database of version 0.2', () => {
  test('gets the schema of a new one, and keeps every row', async () => {
    const url = await ofVersion02();
    await pour(url);
    const { tables } = await readManifest(BACKUP);
    const before = await rows(url, tables);
    expect(before.found['contribuable']).toMatchObject({ n: expect.toSatisfy((n: number) => n >= 60) });
    await migrate(url);
    expect(await catalogue(url)).toEqual(await stands());
    expect(await migrations(url)).toEqual(await migrations(await fresh()));
    const { found, sequences } = await rows(url, tables);
    expect(found).toEqual(before.found);
    expect(sequences).toEqual(expect.arrayContaining(before.sequences));
    expect(await verify(url, () => {})).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  test('counts a payment and a refund whose movements were not yet added to the totals', async () => {
    const url = await ofVersion02();
    await pour(url);
    await withClient(url, async (client) => {
      for (const [name, montant] of [
        ['recu', 700],
        ['rendu', -200],
      ])
        await client.query(
          `with t as (
             insert into transaction (entite_id, contribuable_id, ramification_id, betail, no_transaction, montant, statut,
               moyen_paiement_id)
             select entite_id, id, ramification_id, betail, $1, $2, 'Confirmé', 1 from contribuable order by id limit 1
             returning entite_id, id, contribuable_id, montant)
           insert into imputation (entite_id, transaction_id, contribuable_id, annee, montant)
           select entite_id, id, contribuable_id, 2026, montant from t`,
          [name, montant],
        );
    });
    await migrate(url);
    expect(await verify(url, () => {})).toEqual([]);
  });
});

test('quantities entered before the upgrade are in the totals of their bases', async () => {
  const url = await ofVersion02();
  await pour(url);
  await migrate(url, { upTo: '0007_ordre_du_restant.sql' });
  await withClient(url, (client) =>
    client.query(
      'alter table enrollement disable trigger all; update enrollement set quantite = 1 + id::numeric / 100 where id % 3 = 0; alter table enrollement enable trigger all',
    ),
  );
  await migrate(url);
  expect(await verify(url, () => {})).toEqual([]);
  await withClient(url, async (client) => {
    const { rows: sums } = await client.query(
      "select sum(comptees) > 0 as counted from total_base where grain = 'a'",
    );
    expect(sums).toEqual([{ counted: true }]);
  });
});

describe('a backup of version 0.2', () => {
  test('is restored into the schema of a new database', async () => {
    const folder = temporaryFolder();
    cleanups.push(() => fs.rmSync(folder, { recursive: true }));
    const uploads = path.join(folder, 'uploads');
    const url = await empty();
    const { tables } = await restore({ url, uploads, file: BACKUP });
    expect(await catalogue(url)).toEqual(await stands());
    const { found } = await rows(url);
    for (const [name, { rows: n }] of Object.entries(tables)) expect(found[name]).toMatchObject({ n });
    expect(
      fs.readdirSync(uploads, { recursive: true }).filter((name) => String(name).endsWith('.jpg')),
    ).not.toHaveLength(0);
    expect(await verify(url, () => {})).toEqual([]);
  });
});

describe('data of a trial version before 0.2', () => {
  test.each(['0001_base.sql', '0001_plateforme.sql'])(
    'in a database is refused without a change, with what to do (%s)',
    async (first) => {
      const url = await empty();
      await withClient(url, async (client) => {
        await client.query('create table migration (nom text primary key, empreinte text not null)');
        await client.query('insert into migration values ($1, $2)', [first, 'of then']);
        await client.query('create table contribuable (id int)');
      });
      const before = await catalogue(url);
      await expect(migrate(url)).rejects.toThrow(/antérieure à la 0\.2.*Rien n’y a été changé/);
      expect(await catalogue(url)).toEqual(before);
    },
  );

  test('in a backup is refused, and the database is not changed', async () => {
    const folder = temporaryFolder();
    cleanups.push(() => fs.rmSync(folder, { recursive: true }));
    const tar = gunzipSync(fs.readFileSync(BACKUP));
    const name = `"${BASE}"`;
    tar.write('"0001_base.sql"'.padEnd(name.length), tar.indexOf(name));
    const file = path.join(folder, 'ancienne.octroi');
    fs.writeFileSync(file, gzipSync(tar));
    const url = await empty();
    await expect(restore({ url, uploads: folder, file })).rejects.toThrow(/antérieure à la 0\.2/);
    expect(await catalogue(url)).toEqual(await catalogue(await empty()));
  });
});

describe('the present schema and its migrations', () => {
  test('migrations are numbered without gaps or duplicates', () => {
    const names = fs
      .readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .toSorted();
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, i) => i + 1));
  });

  test('version 0.2 with its migrations and functions equals a new database', async () => {
    const url = await empty();
    await migrate(url, { timeZone: TIME_ZONE, upTo: BASE });
    await migrate(url);
    expect(await catalogue(url)).toEqual(await stands());
    expect(await rows(url)).toEqual(await rows(await fresh()));
  });

  test('functions are applied again when their text has changed', async () => {
    const url = await fresh();
    const held = await catalogue(url);
    await withClient(url, (client) =>
      client.query(`
        update migration set empreinte = 'of other texts' where nom = 'functions';
        drop function porter_montants;
        drop view calcul_exigible;
        create or replace function aujourdhui() returns date language sql stable return date '2000-01-01'`),
    );
    expect(await migrate(url)).toEqual(['functions']);
    expect(await catalogue(url)).toEqual(held);
  });

  test('a total that a migration made or emptied is computed from its view', async () => {
    const url = await ofVersion02();
    await pour(url);
    const { tables } = await readManifest(BACKUP);
    const { found: held } = await rows(url, tables);
    await withClient(url, (client) =>
      client.query(
        "truncate total_recette, total_contribuable; update migration set empreinte = '' where nom = 'functions'",
      ),
    );
    await migrate(url);
    const { found } = await rows(url, tables);
    expect(found).toEqual(held);
  });

  test.each([
    [
      'a migration that is not known here',
      "insert into migration values ('9999_plus_tard.sql', '')",
      /plus récente/,
    ],
    ['a migration that was altered', `update migration set empreinte = '' where nom = '${BASE}'`, /modifiée/],
  ])('%s is refused', async (_what, change, how) => {
    const url = await fresh();
    await withClient(url, (client) => client.query(change));
    await expect(migrate(url)).rejects.toThrow(how);
  });
});
