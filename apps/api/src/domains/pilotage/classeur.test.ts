import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing.ts';
import { type Account, testApp } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files.ts';

const octroi = await testApp();
const { signIn, query } = octroi;

const table = {
  navigation: 'carte',
  title: 'Carte de situation',
  file: 'carte-2026',
  columns: [
    { header: 'Lieu', kind: 'text' },
    { header: 'Depuis', kind: 'day' },
    { header: 'Latitude', kind: 'number' },
    { header: 'Payé', kind: 'amount' },
  ],
  rows: [
    ['=HYPERLINK("http://x")', '2026-03-09', 13.51127, -1500],
    ['Koira "Kano"; nord', null, null, 2_500_000],
  ],
  sommes: [['TOTAL', null, null, 2_498_500]],
};
const taken = (body: object, account: Account = 'niamey') =>
  fileOf(octroi, account, '/v2/statistiques/classeur', { ...table, ...body });
const statusOf = async (body: object, account: Account = 'niamey'): Promise<number> =>
  (await (await signIn(account)).send('POST', '/v2/statistiques/classeur', { ...table, ...body })).status;

describe('a table of figures', () => {
  it('is a workbook of figures and days, its sums beneath, and no text of it is run', async () => {
    const { status, bytes, headers } = await taken({ format: 'xlsx' });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="carte-2026.xlsx"');
    expect(headers['content-type']).toContain('spreadsheetml');
    const [sheet] = await readXlsxFile(bytes);
    expect(sheet?.data).toEqual([
      ['Lieu', 'Depuis', 'Latitude', 'Payé'],
      ['=HYPERLINK("http://x")', new Date('2026-03-09T00:00:00Z'), 13.51127, -1500],
      ['Koira "Kano"; nord', null, null, 2_500_000],
      ['TOTAL', null, null, 2_498_500],
    ]);
    const [noted] = await query<{ apres: Record<string, unknown> }>(
      "select apres from journal where acte = 'exporter' order by id desc limit 1",
    );
    expect(noted?.apres).toMatchObject({ fichier: 'carte-2026', lignes: 2 });
  });

  it('is the same lines as CSV', async () => {
    const { bytes, headers } = await taken({ format: 'csv' });
    expect(headers['content-disposition']).toBe('attachment; filename="carte-2026.csv"');
    expect(bytes.toString().split('\r\n')).toEqual([
      '\uFEFFLieu;Depuis;Latitude;Payé',
      `"'=HYPERLINK(""http://x"")";09/03/2026;13,51127;-1500`,
      '"Koira ""Kano""; nord";;;2500000',
      'TOTAL;;;2498500',
      '',
    ]);
  });

  it('is a document with its place and period above, each line once', async () => {
    const { status, bytes } = await taken({ format: 'pdf', details: ['Ville de Niamey', 'Cette année'] });
    expect(status).toBe(200);
    const texts = readPdf(bytes).pages.flat();
    expect(texts.slice(0, 3)).toEqual(['Ville de Niamey', table.title, 'Cette année']);
    const at = texts.indexOf('Payé') + 1;
    expect(texts.slice(at, at + 8).map((text) => text.replaceAll('\u202f', ' '))).toEqual([
      '=HYPERLINK("http://x")',
      '09/03/2026',
      '13,51127',
      '-1 500',
      'Koira "Kano"; nord',
      '2 500 000',
      'TOTAL',
      '2 498 500',
    ]);
    expect(texts.filter((text) => text.startsWith('Total :'))).toEqual([]);
  });

  it('names its sums in the column of its days', async () => {
    const columns = [
      { header: 'Date', kind: 'day' },
      { header: 'Total', kind: 'number' },
    ];
    const days = { columns, rows: [['2026-03-09', 18]], sommes: [['TOTAL', 18]] };
    const [sheet] = await readXlsxFile((await taken({ format: 'xlsx', ...days })).bytes);
    expect(sheet?.data.slice(1)).toEqual([
      [new Date('2026-03-09T00:00:00Z'), 18],
      ['TOTAL', 18],
    ]);
    const csv = (await taken({ format: 'csv', ...days })).bytes.toString();
    expect(csv).toBe('\uFEFFDate;Total\r\n09/03/2026;18\r\nTOTAL;18\r\n');
  });

  it.each([
    ['does not fit its columns', { rows: [['Koira']] }],
    ['has a word for a figure', { rows: [['Koira', null, 'nord', 1]] }],
    ['has half a franc', { rows: [['Koira', null, null, 0.5]] }],
    ['has no day of the calendar', { rows: [['Koira', '2026-02-30', null, 1]] }],
    ['has a name that leads elsewhere', { file: '../x' }],
  ])('is refused where it %s', async (_, body) => {
    expect(await statusOf(body)).toBe(400);
  });

  it('is for whoever may take along what that screen shows', async () => {
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ navigation: 'roles' })).toBe(403);
    await query(
      `delete from permission where nom = 'Exporter' and navigation_id = (select id from navigation where cle = 'carte')
       and groupe_id = (select groupe_id from utilisateur where username = 'lecture')`,
    );
    for (const format of ['xlsx', 'csv', 'pdf']) expect(await statusOf({ format }, 'lecture')).toBe(403);
  });
});
