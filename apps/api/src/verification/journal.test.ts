import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { backup } from '#src/backup/backup.ts';
import { restore } from '#src/backup/restore.ts';
import { type OpenPool, openPool } from '#src/platform/database/database.ts';
import {
  databaseFromTemplate,
  type TestDatabase,
  temporaryFolder,
} from '#src/platform/database/testing/embedded.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { sealJournal } from '#src/platform/journal/seal.repository.ts';
import { startSealing } from '#src/platform/journal/sealing.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let app: OpenPool;
let owner: pg.Pool;
const closings: (() => Promise<unknown>)[] = [];
const close = async (): Promise<void> => {
  for (const step of closings.splice(0).toReversed()) await step();
};
beforeEach(async () => {
  await close();
  database = await databaseFromTemplate(inject('ownerUrl'), 'octroi_journal', (url) => migrate(url));
  app = openPool(database.url, () => undefined, 6);
  owner = new pg.Pool({ connectionString: database.url, max: 2 });
  owner.on('error', () => undefined);
  closings.push(
    () => database.drop(),
    () => app.pool.end(),
    () => owner.end(),
  );
});
afterAll(close);

const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  (await owner.query<Row>(text)).rows;
const number = async (text: string): Promise<number> =>
  Number(Object.values((await query<Record<string, string>>(text))[0] ?? {})[0]);

/** Acts written as by the application, sealed in batches of ten. */
async function sealed(count: number): Promise<void> {
  await app.pool.query(
    `insert into journal (entite_id, utilisateur_id, acte, domaine, ressource, enregistrement_id, avant, apres, request_id)
     select n % 3, n, 'modifier', 'fiscalite', 'taxes', n, jsonb_build_object('nom', 'é ' || n, 'taux', 1.50),
       case when n % 2 = 0 then jsonb_build_object('nom', n) end, 'demande' from generate_series(1, $1::int) n`,
    [count],
  );
  while ((await sealJournal(app.db, 10)) > 0);
}
let messages: string[] = [];
async function differences(url = database.url): Promise<string[]> {
  messages = [];
  const findings = await verify(url, (message) => messages.push(message));
  return findings.map(({ check, difference }) => `${check} : ${difference}`);
}
const state = (): string => messages.find((line) => line.includes('ligne(s)')) ?? '';

describe('sealing', () => {
  it('chains batches of finished rows, each row once', async () => {
    expect(await sealJournal(app.db)).toBe(0);
    await sealed(25);
    expect(await query('select nombre from journal_sceau order by id')).toEqual([
      { nombre: 10 },
      { nombre: 10 },
      { nombre: 5 },
    ]);
    expect(await number('select count(*) from journal_scelle')).toBe(25);
    expect(await number('select count(*) from journal_attente')).toBe(0);
    expect(await differences()).toEqual([]);
    const [last] = await query<{ empreinte: string }>(
      "select encode(empreinte, 'hex') as empreinte from journal_sceau order by id desc limit 1",
    );
    expect(state()).toMatch(/25 ligne\(s\), dont 0 pas encore/);
    expect(state()).toContain(last?.empreinte);
  });

  it('leaves unfinished rows to a later batch, and blocks no writer', async () => {
    const late = await app.pool.connect();
    try {
      await late.query('begin');
      await late.query("insert into journal (acte, domaine, ressource) values ('tard', 'x', 'x')");
      await sealed(3);
      expect(await number('select count(*) from journal_scelle')).toBe(3);
      expect(await differences()).toEqual([]);
      await late.query('commit');
    } finally {
      late.release();
    }
    await differences();
    expect(state()).toMatch(/4 ligne\(s\), dont 1 pas encore/);
    expect(await sealJournal(app.db)).toBe(1);
    expect(await differences()).toEqual([]);
  });

  it('by several servers at the same time gives one chain', async () => {
    await app.pool.query(
      "insert into journal (acte, domaine, ressource) select 'x', 'x', 'x' from generate_series(1, 60)",
    );
    const done = await Promise.all(Array.from({ length: 6 }, () => sealJournal(app.db, 10)));
    expect(done).toEqual([10, 10, 10, 10, 10, 10]);
    expect(await differences()).toEqual([]);
  });

  it('repeats by itself, survives a failure and seals the remaining rows at the end', async () => {
    const errors: unknown[] = [];
    await query('revoke insert on journal_sceau from octroi_app');
    await app.pool.query("insert into journal (acte, domaine, ressource) values ('x', 'x', 'x')");
    const sealing = startSealing(app.db, { error: ({ err }) => errors.push(err) }, 20);
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    await query('grant insert on journal_sceau to octroi_app');
    await expect.poll(() => number('select count(*) from journal_scelle')).toBe(1);
    await sealing.stop();
    const errorCount = errors.length;
    await app.pool.query("insert into journal (acte, domaine, ressource) values ('x', 'x', 'x')");
    const last = startSealing(app.db, { error: ({ err }) => errors.push(err) }, 3_600_000);
    await last.stop();
    expect(await number('select count(*) from journal_attente')).toBe(0);
    expect(errors).toHaveLength(errorCount);
  });
});

describe('verification', () => {
  const FAULTS: [what: string, text: string, told: RegExp[]][] = [
    [
      'an altered row',
      'update journal set apres = \'{"nom": "autre"}\' where id = 14',
      [/sceau 2, ligne 14 : altérée/],
    ],
    [
      'an altered moment',
      "update journal set created_at = created_at + interval '1 microsecond' where id = 3",
      [/sceau 1, ligne 3 : altérée/],
    ],
    ['a removed row', 'delete from journal where id = 14', [/sceau 2, ligne 14 : disparue/]],
    [
      'a row removed with its seal',
      'delete from journal_scelle where journal_id = 14; delete from journal where id = 14',
      [/sceau 2 du .* : 9 lignes au lieu de 10, empreinte différente/],
    ],
    [
      'an altered row with its hash',
      "update journal set acte = 'autre' where id = 14; update journal_scelle x set empreinte = empreinte_ligne(j) from journal j where j.id = x.journal_id",
      [/sceau 2 du .* : 10 lignes au lieu de 10, empreinte différente/],
    ],
    [
      'a whole batch removed from the middle',
      'delete from journal where id in (select journal_id from journal_scelle where sceau_id = 2); delete from journal_scelle where sceau_id = 2; delete from journal_sceau where id = 2',
      [/sceau 3 : ne suit pas le sceau précédent \(1\)/],
    ],
    [
      'the first batch removed',
      'delete from journal_scelle where sceau_id = 1; delete from journal_sceau where id = 1',
      [/sceau 2 : ne suit pas le sceau précédent \(aucun\)/],
    ],
    [
      'a batch sealed anew after an alteration',
      `update journal set acte = 'autre' where id = 14; update journal_scelle x set empreinte = empreinte_ligne(j) from journal j where j.id = x.journal_id;
       update journal_sceau s set empreinte = empreinte_sceau(precedente, (select array_agg(x) from journal_scelle x where x.sceau_id = s.id)) where id = 2`,
      [/sceau 3 : ne suit pas le sceau précédent \(2\)/],
    ],
  ];
  it.each(FAULTS)('reports %s', async (_, text, errorCount) => {
    await sealed(35);
    expect(await differences()).toEqual([]);
    await query(text);
    const found = await differences();
    expect(found).toHaveLength(errorCount.length);
    for (const [index, each] of errorCount.entries()) expect(found[index]).toMatch(each);
  });

  it('finds no difference after a backup and its restoration, down to the microsecond', async () => {
    await sealed(25);
    await app.pool.query("insert into journal (acte, domaine, ressource) values ('x', 'x', 'x')");
    const folder = temporaryFolder();
    closings.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'sauvegarde.octroi');
    await backup({ url: database.url, uploads: path.join(folder, 'uploads'), file });
    const target = await databaseFromTemplate(
      inject('ownerUrl'),
      'octroi_journal_vide',
      async () => undefined,
    );
    closings.push(() => target.drop());
    await restore({ url: target.url, uploads: path.join(folder, 'autres'), file });
    expect(await differences(target.url)).toEqual([]);
    expect(state()).toMatch(/26 ligne\(s\), dont 1 pas encore/);
    const other = openPool(target.url, () => undefined, 1);
    expect(await sealJournal(other.db)).toBe(1);
    await other.pool.end();
    expect(await differences(target.url)).toEqual([]);
  });
});
