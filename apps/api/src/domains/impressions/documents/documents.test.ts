import {
  type ContribuableRow,
  DOCUMENT_IDS,
  DOCUMENTS,
  formatNumber,
  type TransactionRow,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { type Account, testApp } from '#src/testing/app.ts';
import { type List, totals, rowsOf, cellsOf, sum, papersOf } from '../testing/documents.ts';

const octroi = await testApp();
const { signIn, query, nobody } = octroi;
const superadmin = await signIn('superadmin');
const { listed, printed } = papersOf(octroi, superadmin);

describe('a printed list', () => {
  it.each([
    ['contribuables', 'entite=1&orderBy=contrib.fullName&sortOrder=desc', 'liste-contribuables.pdf'],
    ['liste-des-contribuables', 'entite=1&betail=0', 'listecontribuable.pdf'],
    ['situation-des-contribuables', 'entite=[1,2]', 'situation-des-contribuables.pdf'],
  ] as const)('%s has the rows of the list, in its order, and their sums', async (document, search, name) => {
    const rows = await listed<ContribuableRow>('contribuables', search);
    const { pages, texts, name: file } = await printed(document, { query: search });
    expect(file).toBe(`attachment; filename="${name}"`);
    const numbers = new Set(rows.map(({ numKlis }) => numKlis));
    expect(texts.filter((text) => numbers.has(text))).toEqual(rows.map(({ numKlis }) => numKlis));
    expect(rowsOf(pages, document)).toBe(cellsOf(rows, document, search.includes('entite=[')));
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
    expect(totals(texts)).toEqual([
      String(sum(rows, ({ situation }) => situation.total)),
      String(sum(rows, ({ situation }) => situation.payer)),
      String(sum(rows, ({ situation }) => situation.restant)),
    ]);
  });

  it.each([
    ['transactions', 'entite=1', 'liste-transactions.pdf'],
    ['liste-des-transactions', 'entite=2&from=2026-01-01', 'listetransaction.pdf'],
    ['releve-des-recouvrements', 'entite=1', 'releve-des-recouvrements.pdf'],
  ] as const)('%s has the payments of the list, and their sum', async (document, search, name) => {
    const order = new URLSearchParams(DOCUMENTS[document].order).toString();
    const rows = await listed<TransactionRow>('transactions', `${search}&${order}`);
    const { pages, texts, name: file } = await printed(document, { query: search });
    expect(file).toContain(name);
    expect(rowsOf(pages, document)).toBe(cellsOf(rows, document));
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
    expect(totals(texts)[0]).toBe(String(sum(rows, ({ montant }) => montant)));
  });

  // a tour is printed of itself alone (`recouvrement/tournees.test.ts`)
  const ofLists = DOCUMENT_IDS.filter((document) => document !== 'tournee');
  it.each(ofLists.flatMap((document) => [[document, 'entite=1'] as const, [document, ''] as const]))(
    '%s breaks no hour and no day: %s',
    async (document, search) => {
      const { texts } = await printed(document, { query: search });
      const pieces = texts.filter((text) => /^(\d\d[:/])+\d?$/.test(text));
      expect(pieces).toEqual([]);
    },
  );

  it.each(
    DOCUMENT_IDS.filter((document) => ['contribuables', 'impayes'].includes(DOCUMENTS[document].resource)),
  )('%s has the place of each row, and the collectivité if several are in scope', async (document) => {
    for (const [search, several] of [
      ['entite=1', false],
      ['', true],
    ] as const) {
      const { texts } = await printed(document, { query: search });
      expect(texts).toContain('Adresse');
      expect(texts.includes('Collectivité')).toBe(several);
    }
  });

  it('exists for equipment and for enrolments waiting for a controller too', async () => {
    const { meta } = (await superadmin.get<List<unknown>>('/v2/equipements?entite=1&itemperpage=1')).body;
    const equipment = await printed('equipements', { query: 'entite=1' });
    expect(equipment.name).toContain('liste-contribuables.pdf');
    expect(equipment.texts).toContain(`Total : ${formatNumber(meta.total_records)} lignes`);
    const search = 'entite=1&filter[contrib.statut][type]=in&filter[contrib.statut][x]=["Enrolé","Corrigé"]';
    const rows = await listed('contribuables', search);
    const enrolments = await printed('enrollements', { query: search });
    expect(enrolments.texts).toEqual(
      expect.arrayContaining(['Correcteur', `Total : ${formatNumber(rows.length)} lignes`]),
    );
  });

  it('has only the selected rows, or all but the deselected ones', async () => {
    const search = 'entite=1&orderBy=contrib.fullName';
    const rows = await listed<ContribuableRow>('contribuables', search);
    const [first, second, third] = rows as [ContribuableRow, ContribuableRow, ContribuableRow];
    const numbers = new Set(rows.map(({ numKlis }) => numKlis));
    const some = await printed('contribuables', { query: search, ids: [third.id, first.id] });
    expect(some.texts.filter((text) => numbers.has(text))).toEqual([first.numKlis, third.numKlis]);
    expect(some.texts).toContain('Filtres : lignes choisies');
    const { body } = await superadmin.send<{ token: string }>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'entite=1',
      except: [second.id],
    });
    const most = await printed('contribuables', { query: search, selection: body.token });
    expect(most.texts.filter((text) => numbers.has(text))).toHaveLength(rows.length - 1);
    expect(most.texts).not.toContain(second.numKlis);
  });

  it('says that it is empty', async () => {
    const { pages, texts } = await printed('liste-des-transactions', {
      query: 'from=2001-01-01&to=2001-01-02',
    });
    expect(pages).toHaveLength(1);
    expect(texts).toContain('Aucune ligne ne répond à cette demande.');
  });

  it('says which rows its limit leaves out', async () => {
    await query(`insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
      select entite_id, ramification_id, 'EN-TROP-' || n, 'En trop ' || n, created_by_id
      from (select * from contribuable where entite_id = 3 order by id limit 1) c, generate_series(1, 3000) n`);
    const rows = await superadmin.get<{ total_records: number }>('/v2/contribuables/totaux?entite=3');
    const { texts } = await printed('liste-des-contribuables', { query: 'entite=3' });
    const all = formatNumber(rows.body.total_records);
    expect(texts).toContain(`Document limité aux ${formatNumber(3000)} premières lignes sur ${all}.`);
    expect(texts).toContain(`Total : ${formatNumber(3000)} lignes`);
  });
});

describe('a user who prints', () => {
  it.each<Account>(['niamey', 'maradi', 'plateau'])('%s gets only the rows in scope', async (account) => {
    const caller = await signIn(account);
    const rows = await listed<ContribuableRow>('contribuables', '', caller);
    const { texts } = await printed('contribuables', {}, account);
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
  });

  it('needs the right Exporter on the screen of the document, and is recorded in the journal', async () => {
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'situation-impayes')
      and groupe_id = (select groupe_id from utilisateur where username = 'lecture')`);
    const lecture = await signIn('lecture');
    const print = (document: string, caller = lecture, body: object = {}) =>
      caller.send('POST', `/v2/impressions/${document}`, body);
    expect((await print('situation-des-impayes')).status).toBe(403);
    expect((await print('situation-des-recouvrements')).status).toBe(200);
    expect((await print('contribuables', nobody)).status).toBe(401);
    expect((await print('rien', superadmin)).status).toBe(404);
    expect((await print('contribuables', superadmin, { query: 'filter[contrib.rien]=1' })).status).toBe(400);
    const [act] = await query(
      "select ressource, apres from journal where acte = 'exporter' order by id desc limit 1",
    );
    expect(act).toMatchObject({
      ressource: 'contribuables',
      apres: { format: 'pdf', document: 'situation-des-recouvrements' },
    });
  });
});
