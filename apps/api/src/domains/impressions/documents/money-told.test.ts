/** What papers and files of payments say of money beside the sum of their rows. */
import { type ContribuableRow, formatNumber, type TransactionTotals } from '@octroi/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { readCsv, readSheet } from '#src/testing/files/sheets.ts';
import { testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { addDebtor, pay, refund } from '#src/testing/caisse.ts';
import { bill, createTown } from '#src/testing/books.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { openPool } from '#src/platform/database/database.ts';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';

const octroi = await testApp();
const superadmin = await octroi.signIn('superadmin');
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(() => pool.end());

/** A town where 9 000 were paid and cancelled, and 12 000 paid of which 2 000 were given back: 3 000 of arrears, the rest of the year. */
async function paidTown() {
  const town = await createTown(pool);
  const [one, two] = [await addDebtor(pool, town), await addDebtor(pool, town)];
  await bill(pool, town, two.id, { annee: YEAR - 1, montant: 3000 });
  await bill(pool, town, two.id, { annee: YEAR, montant: 4000 });
  const cancelled = await pay(superadmin, one.id, 9000);
  expect(cancelled.status).toBe(201);
  const gone = await superadmin.send('DELETE', `/v2/transactions/${cancelled.body.id}?motif=Erreur`);
  expect(gone.status, JSON.stringify(gone.body)).toBe(204);
  expect((await pay(superadmin, two.id, 12_000)).status).toBe(201);
  expect((await refund(superadmin, two.id, 2000)).status).toBe(201);
  return { town, one, two, cancelled: cancelled.body.id };
}
const { town, two, cancelled } = await paidTown();

const RECEIVED = `entite=${town.entite}&filter[trans.montant][type]=gt&filter[trans.montant][x]=0`;
const papers = [
  ['/v2/impressions/transactions', {}],
  ['/v2/impressions/liste-des-transactions', {}],
  ['/v2/impressions/releve-des-recouvrements', {}],
  ['/v2/exports', { resource: 'transactions' }],
] as const;

const file = async (url: string, body: object) => {
  const { status, bytes } = await fileOf(octroi, 'superadmin', url, body);
  expect(status, bytes.toString()).toBe(200);
  return bytes;
};
const after = (texts: readonly string[], label: string): string | undefined =>
  texts[texts.indexOf(label) + 1];

describe('a list of payments', () => {
  it.each(papers)(
    '%s gives the received sum, the reversed or refunded sum, and the net',
    async (url, body) => {
      const { body: totals } = await superadmin.get<TransactionTotals>(`/v2/transactions/totaux?${RECEIVED}`);
      expect([totals.encaisse, totals.rendu, totals.net]).toEqual([21_000, -11_000, 10_000]);
      const sums = { Encaissé: totals.encaisse, 'Extourné et remboursé': totals.rendu, Net: totals.net };
      const request = { ...body, query: RECEIVED };
      const paper = readPdf(await file(url, { ...request, format: 'pdf' })).pages.flat();
      const workbook = await readSheet(await file(url, { ...request, format: 'xlsx' }));
      const [heads = [], ...lines] = readCsv(await file(url, { ...request, format: 'csv' }));
      const column = workbook.heads.indexOf('Montant');
      expect(workbook.sums[0]?.[column]).toBe(totals.montant);
      for (const [label, montant] of Object.entries(sums)) {
        expect(after(paper, label)).toBe(formatNumber(montant));
        expect(workbook.sums.find(([first]) => first === label)?.[column]).toBe(montant);
        for (const line of lines) expect(line[heads.indexOf(label)]).toBe(String(montant));
      }
    },
  );

  it('of chosen payments subtracts their reversals, chosen or not', async () => {
    const request = { resource: 'transactions', ids: [cancelled], query: RECEIVED, format: 'pdf' };
    const paper = readPdf(await file('/v2/exports', request)).pages.flat();
    expect(['Encaissé', 'Extourné et remboursé', 'Net'].map((label) => after(paper, label))).toEqual(
      [9000, -9000, 0].map(formatNumber),
    );
  });
});

describe('a report of money received', () => {
  it('separates payments of the year from those of other years, and has no rest without dues', async () => {
    const search = `entite=${town.entite}&base=encaissement&from=${TODAY}&to=${TODAY}&annee=${YEAR}`;
    const totals = (await superadmin.get<Record<string, number>>(`/v2/contribuables/totaux?${search}`)).body;
    // 10 000 were kept: 3 000 of last year, 4 000 of this one and 3 000 in advance
    expect(totals).toMatchObject({ paye: 10_000, payeExercice: 7000, payeAutres: 3000 });
    const { data } = (await superadmin.get<{ data: ContribuableRow[] }>(`/v2/contribuables?${search}`)).body;
    expect(data.find(({ id }) => id === two.id)).toMatchObject({
      situation: { payer: 10_000 },
      payeExercice: 7000,
    });
    const heads = ['Payé de l’exercice', 'Payé d’autres exercices', 'Payé'];
    const figures = [7000, 3000, 10_000];
    const url = '/v2/impressions/situation-des-recouvrements';
    const request = { query: search };
    const paper = readPdf(await file(url, request)).pages.flat();
    expect(paper).toContain('Enrôlé le');
    for (const absent of ['Date', 'Prévu', 'Restant']) expect(paper).not.toContain(absent);
    expect(paper.join(' ')).toContain(`exercice ${YEAR}`);
    const total = paper.findIndex((text) => text.startsWith('Total : '));
    expect(paper.slice(total + 1, total + 4)).toEqual(figures.map(formatNumber));
    const workbook = await readSheet(await file(url, { ...request, format: 'xlsx' }));
    expect(heads.map((head) => workbook.sums[0]?.[workbook.heads.indexOf(head)])).toEqual(figures);
    const [names = [], ...lines] = readCsv(await file(url, { ...request, format: 'csv' }));
    const sums = heads.map((head) => lines.reduce((sum, line) => sum + Number(line[names.indexOf(head)]), 0));
    expect(sums).toEqual(figures);
  });

  it('by enrolment gives the dues of the year, their payments and the rest', async () => {
    const paper = readPdf(
      await file('/v2/impressions/situation-des-recouvrements', {
        query: `entite=${town.entite}&base=enrolement`,
      }),
    ).pages.flat();
    for (const head of ['Enrôlé le', 'Prévu', 'Payé', 'Restant']) expect(paper).toContain(head);
  });
});
