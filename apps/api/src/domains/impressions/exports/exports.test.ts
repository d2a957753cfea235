import { type ContribuableRow, formatNumber, type ImpayeRow } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, type Caller, testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { readSheet } from '#src/testing/files/sheets.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
const superadmin = await signIn('superadmin');

interface List<Row> {
  data: Row[];
  meta: { total_records: number };
}
const send = (caller: Caller, body: object) =>
  caller.send<string>('POST', '/v2/exports', { format: 'csv', ...body });

/** The lines of a CSV file, heads first. */
async function linesOf(caller: Caller, body: object): Promise<string[][]> {
  const { status, body: file } = await send(caller, body);
  expect(status, file).toBe(200);
  return file
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
}
const numbersOf = async (caller: Caller, body: object): Promise<(string | undefined)[]> =>
  (await linesOf(caller, { resource: 'contribuables', ...body })).slice(1).map((line) => line[2]);
const listed = async (caller: Caller, search: string): Promise<ContribuableRow[]> =>
  (await caller.get<List<ContribuableRow>>(`/v2/contribuables?itemperpage=5000&${search}`)).body.data;

describe('an export', () => {
  it.each([
    'orderBy=contrib.fullName&sortOrder=desc',
    'entite=1&statut=Validé&orderBy=contrib.prevu',
    'filter[contrib.restant][type]=gt&filter[contrib.restant][x]=0&base=encaissement&from=2026-01-01',
  ])('has all rows of the list in its order: %s', async (search) => {
    const rows = await listed(superadmin, search);
    expect(rows.length).toBeGreaterThan(1);
    const [heads = [], ...lines] = await linesOf(superadmin, { resource: 'contribuables', query: search });
    const amounts = ['Numéro', 'Prévu', 'Payé', 'Restant'].map((head) => heads.indexOf(head));
    expect(lines.map((line) => amounts.map((index) => line[index]))).toEqual(
      rows.map(({ numKlis, situation: { total, payer, restant } }) => [
        numKlis,
        String(total),
        String(payer),
        String(restant),
      ]),
    );
  });

  it('has only the selected rows, or all but the deselected ones, in the order of the screen', async () => {
    const search = 'entite=1&orderBy=contrib.fullName&sortOrder=desc';
    const rows = await listed(superadmin, search);
    const [first, second, third] = rows as [ContribuableRow, ContribuableRow, ContribuableRow];
    expect(await numbersOf(superadmin, { query: search, ids: [third.id, first.id] })).toEqual([
      first.numKlis,
      third.numKlis,
    ]);
    const { body } = await superadmin.send<{ token: string }>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'entite=1',
      except: [first.id, second.id],
    });
    expect(await numbersOf(superadmin, { query: search, selection: body.token })).toEqual(
      rows.slice(2).map(({ numKlis }) => numKlis),
    );
    const niamey = await signIn('niamey');
    expect((await send(niamey, { resource: 'contribuables', selection: body.token })).status).toBe(400);
  });

  it.each<Account>(['niamey', 'maradi', 'plateau'])('has of %s only the rows in scope', async (account) => {
    const caller = await signIn(account);
    const rows = await listed(caller, '');
    expect(await numbersOf(caller, {})).toEqual(rows.map(({ numKlis }) => numKlis));
    const elsewhere = await listed(superadmin, account === 'maradi' ? 'entite=1' : 'entite=2');
    expect(await numbersOf(caller, { ids: [elsewhere[0]?.id] })).toEqual([]);
  });

  it('has the columns of the screen, and typed cells in a workbook', async () => {
    const { bytes, headers } = await fileOf(octroi, 'superadmin', '/v2/exports', {
      resource: 'transactions',
      format: 'xlsx',
      query: 'entite=1&orderBy=trans.montant',
    });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="liste-transactions-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    const { heads, rows: lines, above, sums } = await readSheet(bytes);
    expect(above[0]).toBe('Ville de Niamey');
    expect(sums.map(([label]) => label)).toEqual(['TOTAL', 'Encaissé', 'Extourné et remboursé', 'Net']);
    expect(heads).toEqual([
      'Date',
      'Heure',
      'Nom ou raison sociale',
      'Numéro',
      'Téléphone',
      'Localisation',
      'Moyen de paiement',
      'Référence',
      'Montant',
      'Statut',
      'Agent',
      "Nom de l'agent",
    ]);
    const amounts = lines.map((line) => line[heads.indexOf('Montant')] as number);
    expect(lines[0]?.[0]).toBeInstanceOf(Date);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    const { body } = await superadmin.get<{ total_records: number; montant: number }>(
      '/v2/transactions/totaux?entite=1',
    );
    expect([amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)]).toEqual([
      body.total_records,
      body.montant,
    ]);
  });

  it.each([
    'entites',
    'ramifications',
    'villes',
    'users',
    'groups',
    'entite_taxes',
    'categorietaxes',
    'nature_activites',
    'moyen_paiements',
    'journal',
  ])('exists for %s, with all rows', async (resource) => {
    const { body } = await superadmin.get<List<unknown>>(`/v2/${resource}?itemperpage=1`);
    const lines = await linesOf(superadmin, { resource });
    expect(lines.length - 1).toBeGreaterThanOrEqual(Math.min(body.meta.total_records, 1));
    if (resource !== 'journal') expect(lines).toHaveLength(body.meta.total_records + 1);
  });

  it.each([
    ['entites', ''],
    ['nature_activites', ''],
    ['entite_taxes', ''],
    ['echeances/sans-tarif', 'annee=2031'],
  ])('exists for %s as a PDF, with the rows of the file', async (resource, search) => {
    const request = { resource, query: search };
    const count = (await linesOf(superadmin, request)).length - 1;
    const { status, bytes } = await fileOf(octroi, 'superadmin', '/v2/exports', {
      ...request,
      format: 'pdf',
    });
    expect(status).toBe(200);
    const texts = readPdf(bytes).pages.flat();
    expect(texts).toContain(count === 1 ? 'Total : 1 ligne' : `Total : ${formatNumber(count)} lignes`);
  });

  it('has only its heads if the list is empty', async () => {
    expect(
      await linesOf(superadmin, { resource: 'contribuables', query: 'filter[contrib.id]=999999' }),
    ).toEqual([expect.arrayContaining(['Numéro'])]);
  });

  it('of a printable list or a report has its columns and rows, and needs its own right', async () => {
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'contribuables')
      and groupe_id = (select groupe_id from utilisateur where username = 'plateau')`);
    const search = 'orderBy=contrib.fullName';
    const plateau = await signIn('plateau');
    const rows = await listed(plateau, search);
    const take = (document: string, format: string) =>
      fileOf(octroi, 'plateau', `/v2/impressions/${document}`, { query: search, format });

    const workbook = await take('liste-des-contribuables', 'xlsx');
    expect(workbook.headers['content-disposition']).toMatch(/"listecontribuable-[-\d]{10}\.xlsx"$/);
    const sheet = await readSheet(workbook.bytes);
    expect(sheet.heads.at(-1)).toBe('Validé le');
    expect(sheet.rows.map((line) => line[2])).toEqual(rows.map(({ numKlis }) => numKlis));

    const report = await take('situation-des-impayes', 'csv');
    const lines = report.bytes.toString().trimEnd().split('\r\n');
    const { body } = await plateau.get<List<ImpayeRow>>(`/v2/impayes?itemperpage=5000&${search}`);
    const owing = body.data.map(({ numKlis }) => numKlis);
    expect(owing.length).toBeGreaterThan(0);
    const at = lines[0]?.split(';').findIndex((head) => head.endsWith('Numéro')) ?? -1;
    expect(lines.slice(1).map((line) => line.split(';')[at])).toEqual(owing);
  });

  it('needs the right Exporter there, and is recorded in the journal', async () => {
    const lecture = await signIn('lecture');
    expect((await send(lecture, { resource: 'contribuables' })).status).toBe(200);
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'contribuables')
      and groupe_id = (select groupe_id from utilisateur where username = 'lecture')`);
    expect((await send(await signIn('lecture'), { resource: 'contribuables' })).status).toBe(403);
    const [act] = await query(
      "select u.username, j.apres from journal j join utilisateur u on u.id = j.utilisateur_id where acte = 'exporter' and username = 'lecture'",
    );
    expect(act).toMatchObject({ username: 'lecture', apres: { format: 'csv' } });
  });

  it('is recorded in the journal of each collectivité whose data it has, for any user', async () => {
    const [niamey, maradi] = [await signIn('niamey'), await signIn('maradi')];
    const visible = async (caller: Caller): Promise<number> => {
      const { body } = await caller.get<List<unknown>>('/v2/journal?filter[acte]=exporter');
      return body.meta.total_records;
    };
    const exported = async (body: object): Promise<number[]> => {
      const before = [await visible(niamey), await visible(maradi)];
      expect((await send(superadmin, body)).status).toBe(200);
      return [(await visible(niamey)) - (before[0] ?? 0), (await visible(maradi)) - (before[1] ?? 0)];
    };
    expect(await exported({ resource: 'contribuables' })).toEqual([1, 1]);
    expect(await exported({ resource: 'transactions', query: 'entite=1' })).toEqual([1, 0]);
    expect(
      await exported({ resource: 'contribuables', query: 'filter[contrib.nom]=personne+de+ce+nom' }),
    ).toEqual([0, 0]);
    expect(await exported({ resource: 'users', query: 'filter[user.username]=maradi' })).toEqual([0, 1]);
  });

  it.each([
    [{ resource: 'sessions' }, 'sessions'],
    [{ resource: 'contribuables', query: 'filter[contrib.secret]=1' }, 'secret'],
    [{ resource: 'contribuables', query: 'orderBy=rien' }, 'rien'],
    [{ resource: 'contribuables', query: 'from=hier' }, 'AAAA-MM-JJ'],
    [
      {
        resource: 'contribuables',
        query: 'filter[contrib.prevu][type]=gt&filter[contrib.prevu][x]=beaucoup',
      },
      'nombre',
    ],
    [{ resource: 'contribuables', selection: 'rien' }, 'expiré'],
  ])('is refused with %j, with the reason', async (body, word) => {
    const reply = await superadmin.send<{ message: string; errors?: { message: string }[] }>(
      'POST',
      '/v2/exports',
      { format: 'csv', ...body },
    );
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(word);
  });
});

it('twenty exports at once run one after another, with other requests in between', async () => {
  const people = [superadmin, await signIn('niamey')];
  const files = Array.from({ length: 20 }, (_, n) => numbersOf(people[n % 2]!, { query: 'entite=1' }));
  expect((await superadmin.get('/v2/contribuables?itemperpage=50')).status).toBe(200);
  const all = await Promise.all(files);
  expect(new Set(all.map((numbers) => numbers.join()))).toHaveLength(1);
});
