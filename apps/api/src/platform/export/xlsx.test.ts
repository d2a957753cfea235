import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TableColumn } from '@octroi/contract';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { readSheet } from '#src/testing/files/sheets.ts';
import { columnLetters, xlsxStream } from './xlsx.ts';

const workbookOf = <Row>(rows: Row[], columns: TableColumn<Row>[], title = 'Essai'): Promise<Buffer> =>
  buffer(
    xlsxStream(Readable.from(rows.length > 0 ? [rows] : []), { title, columns, timeZone: 'Africa/Niamey' }),
  );
const cellsOf = async <Row>(rows: Row[], columns: TableColumn<Row>[]) => {
  const sheets = await readXlsxFile(await workbookOf(rows, columns), { trim: false });
  return sheets[0]?.data ?? [];
};
const textColumn: TableColumn<string> = { id: 't', header: 'Texte', kind: 'text', value: (row) => row };

describe('an XLSX file', () => {
  it('stores numbers as numbers and days as local days', async () => {
    const columns: TableColumn<string>[] = [
      { id: 'jour', header: 'Jour', kind: 'day', value: (row) => row },
      { id: 'exigible', header: 'Exigible', kind: 'day', value: () => '2026-03-09' },
      { id: 'moment', header: 'Moment', kind: 'instant', value: (row) => row },
      { id: 'montant', header: 'Montant', kind: 'amount', value: () => 9_007_199_254_740_991 },
      { id: 'taux', header: 'Taux', kind: 'number', value: () => -2.5 },
      { id: 'statut', header: 'Statut', kind: 'status', value: () => true },
      { id: 'rien', header: 'Rien', kind: 'text', value: () => null },
    ];
    expect(await cellsOf(['2026-03-09T23:30:05.120Z'], columns)).toEqual([
      ['Jour', 'Exigible', 'Moment', 'Montant', 'Taux', 'Statut', 'Rien'],
      [
        new Date('2026-03-10T00:00:00Z'),
        new Date('2026-03-09T00:00:00Z'),
        new Date('2026-03-10T00:30:05Z'),
        9_007_199_254_740_991,
        -2.5,
        'Active',
        null,
      ],
      [null, null, null, null, null, null, null],
      ['TOTAL', null, null, 9_007_199_254_740_991, null, null, null],
    ]);
  });

  it.each([
    ['of 200 characters', 'Ñ'.repeat(200)],
    ['in Arabic', 'محمد بن عبد الله'],
    ['with signs of XML', '<b>&"\'</b> ]]>'],
    ['with line breaks and spaces', '  a\n  b  '],
    ['like a formula', '=HYPERLINK("http://x")'],
    ['beyond the basic plane', '🧾 reçu'],
  ])('stores a text %s unchanged', async (_, given) => {
    expect((await cellsOf([given], [textColumn]))[1]).toEqual([given]);
  });

  it('drops characters that XML forbids, and cuts texts too long for a cell', async () => {
    const [, [control], [long]] = (await cellsOf(
      ['a\0b\u0007c\ud800d', 'x'.repeat(40_000)],
      [textColumn],
    )) as [unknown, [string], [string]];
    expect(control).toBe('abc\ufffdd');
    expect(long).toHaveLength(32_767);
    expect(long.at(-1)).toBe('…');
  });

  it('says that it is empty', async () => {
    expect(await cellsOf([], [textColumn])).toEqual([['Texte']]);
  });

  const amounts: TableColumn<number>[] = [
    { id: 'nom', header: 'Nom', kind: 'text', value: (row) => `n° ${row}` },
    { id: 'montant', header: 'Montant', kind: 'amount', value: (row) => row },
  ];

  it('has its place, period and filters above the heads, and its total outside the filtered rows', async () => {
    const sheet = { title: 'Essai', columns: amounts, timeZone: 'UTC', above: ['Niamey', '=1+1'] };
    const read = await readSheet(await buffer(xlsxStream(Readable.from([[1, 2]]), sheet)));
    expect(read).toEqual({
      title: 'Essai',
      above: ['Niamey', '=1+1'],
      heads: ['Nom', 'Montant'],
      rows: [
        ['n° 1', 1],
        ['n° 2', 2],
      ],
      sums: [['TOTAL', 3]],
      filtered: 'A5:B7',
      frozen: 5,
      bold: [1, 5, 9],
    });
  });

  it('has only its heads if it has no row, whatever stands above them', async () => {
    const sheet = { title: 'Essai', columns: amounts, timeZone: 'UTC', above: ['Niamey'], sums: [0] };
    const read = await readSheet(await buffer(xlsxStream(Readable.from([]), sheet)));
    expect(read).toMatchObject({ heads: ['Nom', 'Montant'], rows: [], sums: [] });
  });

  it('fails completely if a row fails, and stops reading when the reader leaves', async () => {
    const broken: TableColumn<string> = {
      ...textColumn,
      value: () => {
        throw new Error('such a row');
      },
    };
    await expect(workbookOf(['x'], [broken])).rejects.toThrow('such a row');
    const rows = Readable.from(
      (function* () {
        for (;;) yield ['x'];
      })(),
    );
    const file = xlsxStream(rows, { title: 'Essai', columns: [textColumn], timeZone: 'UTC' });
    await new Promise((resolve) => file.once('readable', resolve));
    file.destroy();
    await expect.poll(() => rows.destroyed).toBe(true);
  });

  it('continues in another sheet when one is full', async () => {
    function* rows() {
      for (let at = 0; at < 1_048_576; at += 65_536) yield Array.from({ length: 65_536 }, () => 1);
    }
    const one: TableColumn<number> = { id: 'n', header: 'N', kind: 'number', value: (row) => row };
    const file = await buffer(
      xlsxStream(Readable.from(rows()), {
        title: 'Une liste/au nom trop long pour une feuille',
        columns: [one],
        timeZone: 'UTC',
      }),
    );
    // names of the parts stand uncompressed in the directory of the archive
    expect(file.toString('latin1')).toContain('xl/worksheets/sheet2.xml');
    expect(file.toString('latin1')).not.toContain('xl/worksheets/sheet3.xml');
  });

  it('names its columns A, B… AA as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ]);
  });
});
