import { createWriteStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Export, formatNumber, journalColumns } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { journalExport } from '#src/domains/administration/index.ts';
import { type MadeWith, scopeNow } from '#src/platform/access/made-with.ts';
import type { Person } from '#src/platform/access/person.ts';
import { type ExportStore, exportStore } from '#src/platform/export/store.ts';
import { jobs as jobsOn } from '#src/platform/jobs/jobs.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { type Caller, testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { immediateQueue } from '#src/testing/immediate-queue.ts';
import { fileKinds } from '../files.ts';
import { exportJobs } from './export-jobs.ts';
import type { FileRequest } from './planned-file.ts';

/** Fewer than in use: what is long is long from where it is said to be. */
const thresholds = { lignes: 60, releves: 20 };
const octroi = await testApp({ thresholds });
const { db, signIn, query, exportsFolder } = octroi;
const [superadmin, niamey, maradi] = [
  await signIn('superadmin'),
  await signIn('niamey'),
  await signIn('maradi'),
];

/** More acts of Niamey than a file that is made while it is fetched may hold. */
const LONG = thresholds.lignes + 1;
await query(
  `insert into journal (entite_id, acte, domaine, ressource, enregistrement_id)
   select 1, 'essayer', 'fiscalite', 'longue', n from generate_series(1, $1::int) n`,
  [LONG],
);
const body = {
  resource: 'journal',
  format: 'csv',
  query: 'filter[ressource]=longue&orderBy=enregistrement&sortOrder=desc',
};

async function started(caller: Caller = niamey): Promise<Export> {
  const { status, body: created } = await caller.send<Export>('POST', '/v2/exports', body);
  expect(status, JSON.stringify(created)).toBe(202);
  return created;
}
const listed = async (caller: Caller): Promise<Export[]> =>
  (await caller.get<{ data: Export[] }>('/v2/exports')).body.data;
const fetched = (caller: Caller, { id }: Export) => caller.get<string>(`/v2/exports/${id}/fichier`);

/** The same works as the application's, on another store. */
async function worksOn(store: ExportStore) {
  const queue = immediateQueue();
  const jobs = jobsOn(db, queue, (error) => {
    throw error as Error;
  });
  const kinds = fileKinds(db, {
    lists: new Map([['journal', journalExport(db)]]),
    timeZone: 'Africa/Niamey',
    today: () => '2026-11-21',
    publicUrl: 'https://octroi.example',
  });
  const works = await exportJobs(db, { kinds, jobs, queue, store });
  const [row] = await query<{ id: number }>("select id from utilisateur where username = 'niamey'");
  const person = {
    ...(await findAbsent(db, row?.id ?? 0)),
    session: { id: 0, kind: 'bearer', confirmed: false },
  } as Person;
  const demande = { ...body, format: 'csv' as const, ids: null, except: [] };
  const request: FileRequest = { sorte: 'liste', demande };
  return {
    works,
    person,
    start: (faitAvec: MadeWith = scopeNow(person)) =>
      works.start(person, request, { titre: 'Journal', name: 'journal.csv' }, faitAvec, () =>
        Promise.resolve(),
      ),
  };
}

const NIAMEY = "(select id from utilisateur where username = 'niamey')";
const GROUPE = "(select groupe_id from utilisateur where username = 'niamey')";
const JOURNAL = "(select id from navigation where cle = 'journal')";

describe('a long export', () => {
  it('is made by a job, and can be downloaded when it is done, complete and in order', async () => {
    const created = await started();
    expect(created).toMatchObject({
      titre: 'Journal',
      statut: 'terminé',
      lignes: LONG,
      total: LONG,
      message: null,
    });
    const { status, body: file, headers } = await fetched(niamey, created);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${created.fichier}"`,
      'content-length': String(created.octets),
    });
    const [head, ...lines] = file.trimEnd().split('\r\n');
    expect(head).toBe(`\uFEFF${journalColumns.map(({ header }) => header).join(';')}`);
    expect(lines.map((line) => Number(line.split(';')[7]))).toEqual(
      Array.from({ length: LONG }, (_, index) => LONG - index),
    );
    expect(Buffer.byteLength(file)).toBe(created.octets);
  });

  it('can be a PDF, with the rows, order and head of a direct one', async () => {
    const { body: created } = await niamey.send<Export>('POST', '/v2/exports', { ...body, format: 'pdf' });
    expect(created).toMatchObject({ fichier: 'journal.pdf', statut: 'terminé', lignes: LONG, total: LONG });
    const { bytes, headers } = await fileOf(octroi, 'niamey', `/v2/exports/${created.id}/fichier`);
    expect(headers['content-type']).toBe('application/pdf');
    const { pages } = readPdf(bytes);
    const texts = pages.flat();
    expect(texts.slice(0, 2)).toEqual(['Ville de Niamey', 'Journal']);
    expect(texts).toContain(`Total : ${formatNumber(LONG)} lignes`);
    const records = texts.filter((text) => text === '1' || text === formatNumber(LONG));
    expect([records[0], records.at(-1)]).toEqual([formatNumber(LONG), '1']);
  });

  it('can be statements of many debtors, one page each', async () => {
    const owing = await superadmin.send<{ contribuables: number }>(
      'POST',
      '/v2/contribuables/releve-impaye',
      { entite: [2] },
    );
    expect(owing.body.contribuables).toBeGreaterThan(thresholds.releves);
    const { status, body: created } = await superadmin.send<Export>(
      'POST',
      '/v2/contribuables/releve-impaye',
      {
        entite: [2],
        generate: true,
      },
    );
    expect(status).toBe(202);
    expect(created).toMatchObject({ statut: 'terminé', lignes: owing.body.contribuables });
    const { bytes } = await fileOf(octroi, 'superadmin', `/v2/exports/${created.id}/fichier`);
    const heads = readPdf(bytes)
      .pages.flat()
      .filter((text) => text === 'Relevé des impayés');
    expect(heads).toHaveLength(owing.body.contribuables);
  });

  it('is readable only by its author and Super Admin', async () => {
    const created = await started();
    expect((await listed(niamey)).map(({ id }) => id)).toContain(created.id);
    expect((await listed(superadmin)).map(({ id }) => id)).toContain(created.id);
    expect(await listed(maradi)).toEqual([]);
    expect((await fetched(superadmin, created)).status).toBe(200);
    for (const reply of [
      await fetched(maradi, created),
      await maradi.get(`/v2/exports/${created.id}`),
      await maradi.send('DELETE', `/v2/exports/${created.id}`),
    ])
      expect(reply.status).toBe(404);
  });

  it('is deleted with its file by its author', async () => {
    const created = await started();
    expect((await niamey.send('DELETE', `/v2/exports/${created.id}`)).status).toBe(204);
    expect((await fetched(niamey, created)).status).toBe(404);
    expect(await readdir(exportsFolder)).not.toContain(created.id);
  });

  it('is deleted after its time, with remains of a crash', async () => {
    const [old, kept] = [await started(), await started()];
    await query('update export set expires_at = now() where travail_id = $1', [old.id]);
    expect((await fetched(niamey, old)).status).toBe(404);
    const left = '00000000-0000-4000-8000-000000000000.partiel';
    await writeFile(path.join(exportsFolder, left), 'x');
    const { works } = await worksOn(exportStore(exportsFolder));
    await works.clean();
    const names = await readdir(exportsFolder);
    expect(names).toContain(kept.id);
    expect(names).not.toContain(old.id);
    expect(names).not.toContain(left);
  });

  it('says that its file is missing, as after a restoration', async () => {
    const created = await started();
    await rm(path.join(exportsFolder, created.id));
    const { status, body: reply } = await fetched(niamey, created);
    expect(status).toBe(404);
    expect(JSON.stringify(reply)).toContain('Relancez l’export');
  });

  it('says that the disk is full, and leaves no file', async () => {
    const before = await readdir(exportsFolder);
    const { works, person, start } = await worksOn(
      exportStore(exportsFolder, () => createWriteStream('/dev/full')),
    );
    const created = await start();
    expect(created).toMatchObject({ statut: 'échoué', octets: null });
    expect(created.message).toContain('disque du serveur est plein');
    await expect(works.open(person, created.id)).rejects.toMatchObject({ status: 409 });
    expect(await readdir(exportsFolder)).toEqual(before);
  });

  it('stops when its author ends it', async () => {
    let calls = 0;
    const store: ExportStore = {
      ...exportStore(exportsFolder),
      async write(_name, content) {
        calls += 1;
        await query("update travail set statut = 'annulé' where statut = 'en cours'");
        return (await text(content)).length;
      },
    };
    const { start } = await worksOn(store);
    expect(await start()).toMatchObject({ statut: 'annulé', octets: null });
    expect(calls).toBe(1);
  });

  it.each([
    [
      'the right',
      `delete from permission where nom = 'Exporter' and navigation_id = ${JOURNAL} and groupe_id = ${GROUPE}`,
      `insert into permission (groupe_id, navigation_id, nom) values (${GROUPE}, ${JOURNAL}, 'Exporter')`,
      'n’a plus les droits ou le périmètre',
    ],
    [
      'the scope',
      `update utilisateur_entite set entite_id = 2 where utilisateur_id = ${NIAMEY}`,
      `update utilisateur_entite set entite_id = 1 where utilisateur_id = ${NIAMEY}`,
      'n’a plus les droits ou le périmètre',
    ],
    [
      'the account',
      `update utilisateur set enabled = false where id = ${NIAMEY}`,
      `update utilisateur set enabled = true where id = ${NIAMEY}`,
      'n’est plus actif',
    ],
  ])('stops if its author loses the %s while it is written, and says why', async (_what, take, give, why) => {
    const store = exportStore(exportsFolder);
    const { start, person } = await worksOn({
      ...store,
      async write(name, content) {
        await query(take);
        return store.write(name, content);
      },
    });
    const before = await readdir(exportsFolder);
    const created = await start({ ...scopeNow(person), droits: [['journal', 'Exporter']] });
    await query(give);
    expect(created).toMatchObject({
      statut: 'échoué',
      octets: null,
      message: expect.stringContaining(why),
    });
    expect(await readdir(exportsFolder)).toEqual(before);
  });

  it('has only the rows that its author may see when it is made', async () => {
    const { start } = await worksOn({
      ...exportStore(exportsFolder),
      write: () => Promise.reject(new Error('not reached')),
    });
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'journal')
      and groupe_id = (select groupe_id from utilisateur where username = 'niamey')`);
    expect(await start()).toMatchObject({ statut: 'échoué', message: expect.stringContaining('droit') });
    await query("update utilisateur set enabled = false where username = 'niamey'");
    expect((await start()).message).toContain('n’est plus actif');
  });
});

it('a person may keep fifty files; the refusal of another says what to do', async () => {
  const nta = await signIn('admin.nta');
  const [person] = await query<{ id: number }>("select id from utilisateur where username = 'admin.nta'");
  await query(
    `with t as (insert into travail (nature, utilisateur_id, parametres, statut, fait_avec)
       select 'export', $1, '{}', 'terminé', '{"droits": [], "perimetre": {"kind": "entites", "entites": []}}' from generate_series(1, 50) returning id)
     insert into export (travail_id, titre, fichier) select id, 'Ancien', 'ancien.csv' from t`,
    [person?.id],
  );
  const acts = () =>
    query("select from journal where acte = 'exporter' and utilisateur_id = $1", [person?.id]);
  const fetchFile = () =>
    nta.send<{ message: string }>('POST', '/v2/exports', { resource: 'contribuables', format: 'csv' });
  const { status, body: reply } = await fetchFile();
  expect([status, reply.message]).toEqual([
    409,
    expect.stringMatching(/50 fichiers. Supprimez dans « Mes exports »/),
  ]);
  expect(await acts()).toEqual([]);
  const [old] = await listed(nta);
  await nta.send('DELETE', `/v2/exports/${old?.id}`);
  expect((await fetchFile()).status).toBe(202);
  expect((await acts()).length).toBeGreaterThan(1);
});
