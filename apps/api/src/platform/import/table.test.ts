import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cell, withFalseSizes, workbook } from '#src/testing/files/workbooks.ts';
import { READING, type ReadingBounds } from './bounds.ts';
import { withTable } from './reading.ts';
import { readTable, type Table, type TableRow } from './table.ts';

async function readAll({ heads, rows, notes }: Table) {
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  return { heads, all, notes };
}
const read = async (content: Buffer | string, name = 'liste.csv') =>
  readAll(await readTable(name, Buffer.from(content)));
const folder = mkdtempSync(path.join(tmpdir(), 'octroi-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Reads as requests do: in a separate process. */
const readApart = (
  content: Buffer | string,
  { name = 'liste.xlsx', ...bounds }: { name?: string } & Partial<ReadingBounds> = {},
) => {
  const file = path.join(folder, randomUUID());
  writeFileSync(file, content);
  return withTable({ name, path: file }, readAll, { ...READING, ...bounds });
};

describe('a table', () => {
  it.each([
    ['semicolons', 'Nom;Secteur\nAli;"A; B"\n'],
    ['commas', 'Nom,Secteur\r\nAli,"A; B"'],
    ['tabulations', 'Nom\tSecteur\nAli\tA; B'],
    ['a byte order mark of UTF-8', '\ufeffNom;Secteur\nAli;"A; B"'],
    ['blank lines', '\n;\nNom;Secteur\n;\nAli;"A; B"\n\n'],
    ['the encoding of « Texte Unicode »', Buffer.from('\ufeffNom\tSecteur\nAli\tA; B', 'utf16le')],
    ['the same in reverse byte order', Buffer.from('\ufeffNom\tSecteur\nAli\tA; B', 'utf16le').swap16()],
  ])('is read with %s', async (_, text: string | Buffer) => {
    const { heads, all } = await read(text);
    expect(heads).toEqual(['Nom', 'Secteur']);
    expect(all.map(({ valeurs }) => valeurs)).toEqual([['Ali', 'A; B']]);
  });

  it('is read as Windows-1252 if it is not UTF-8', async () => {
    const { heads, all } = await read(Buffer.from('Prénom;Âge\nZénabou;42 €', 'latin1'));
    expect(heads).toEqual(['Prénom', 'Âge']);
    expect(all[0]?.valeurs[0]).toBe('Zénabou');
  });

  it('in UTF-8 with a few invalid bytes is refused, with their lines and values', async () => {
    const text = Buffer.concat([
      Buffer.from('Nom;Secteur\nHélène;Œuvre\nHél'),
      Buffer.of(0xe9),
      Buffer.from('ne;A\nZénabou;'),
      Buffer.of(0x92),
    ]);
    await expect(read(text)).rejects.toThrow(
      'Ce fichier est en UTF-8, sauf 2 octets : ligne 3, octet E9 (« é » en Windows-1252) ; ligne 4, octet 92 (« ’ » en Windows-1252).',
    );
  });

  it('keeps the row numbers of the file, and names missing heads', async () => {
    const { heads, all } = await read('Nom;;Secteur\nA;x;1\n;;\nB;y;2');
    expect(heads).toEqual(['Nom', 'Colonne 2', 'Secteur']);
    expect(all.map(({ rang }) => rang)).toEqual([2, 4]);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['empty', '', /vide/],
    ['blank', ' \n;;\n', /vide/],
    ['one column', 'Nom|Secteur\nAli|A', /Une seule colonne/],
    [
      '200 columns',
      Array.from({ length: 200 }, (_, n) => `c${n}`).join(';'),
      /200 colonnes ; il peut en avoir 60/,
    ],
    ['UTF-16 without a byte order mark', Buffer.from('Nom;Secteur', 'utf16le'), /CSV UTF-8/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /ancien format \(\.xls\)/],
    ['a PDF', '%PDF-1.7', /est un PDF/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /CSV UTF-8/],
    ['a broken workbook', Buffer.from('PK\x03\x04 nothing of a workbook', 'latin1'), /classeur/],
  ])('is refused if it is %s', async (_, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  it('that is a workbook only by name is refused with that reason', async () => {
    await expect(read('Nom;Secteur\nAli;A', 'Liste.XLSX')).rejects.toThrow(/n’en est pas un/);
  });

  it('is refused if one line has a million columns', async () => {
    await expect(read(`Nom;Secteur\n${';'.repeat(1_000_000)}`)).rejects.toThrow(
      /La ligne 2 a plus de 100.000 signes.*Corrigez-la/,
    );
  });

  it('is refused if a quote never ends', async () => {
    await expect(read(`Nom;Secteur\n"Ali;${'x'.repeat(200_000)}`)).rejects.toThrow(/guillemet/);
  });
});

describe('a workbook', () => {
  const heads = [cell.text('Nom'), cell.text('Secteur')];
  const rows = [heads, [cell.text('Ali'), cell.text('A')]];

  it('may have title rows above its heads, as our exports do', async () => {
    const content = await workbook([
      [cell.text('Tous les contribuables')],
      [cell.text('Ville de Niamey')],
      [],
      ['Nom', 'Téléphone'].map(cell.text),
      ['Ali', '90 00 00 01'].map(cell.text),
    ]);
    expect(await readApart(content)).toEqual({
      heads: ['Nom', 'Téléphone'],
      all: [{ rang: 5, valeurs: ['Ali', '90 00 00 01'] }],
      notes: [],
    });
  });

  it('gives the displayed values: texts, days, numbers, results of formulas', async () => {
    const content = await workbook([
      ['Nom', 'Téléphone', "Date d'enrôlement", 'Age', 'Latitude', 'Impayé', 'Bétail', 'Vide'].map(cell.text),
      [
        cell.shared('Aïcha & Cie'),
        cell.text('0990000001'),
        cell.day('2026-03-17'),
        cell.number(42),
        cell.number(13.512345),
        cell.formula('E2*1000', '7500'),
        cell.number(90_000_001),
      ],
      [],
      [
        cell.formulaText('A2&"!"', 'Aïcha !'),
        cell.empty,
        cell.moment('2026-01-31T23:30:00'),
        cell.error('#N/A'),
      ],
    ]);
    const { heads, all } = await readApart(content);
    expect(heads).toHaveLength(8);
    expect(all).toEqual([
      {
        rang: 2,
        valeurs: ['Aïcha & Cie', '0990000001', '2026-03-17', '42', '13.512345', '7500', '90000001', ''],
      },
      { rang: 4, valeurs: ['Aïcha !', '', '2026-01-31', '#N/A', '', '', '', ''] },
    ]);
  });

  it('gives the text of an error or of a formula without result, not an empty cell', async () => {
    const content = await workbook([
      ['Nom', 'Impayé'].map(cell.text),
      [cell.text('A'), cell.error('#N/A')],
      [cell.text('B'), cell.error('#REF!')],
      [cell.text('C'), cell.uncached('SUM(1000,500)')],
      [cell.text('D'), cell.formula('2*1000', '2000')],
      [cell.text('E'), cell.formulaText('""', '')],
      [cell.text('F'), cell.number(1500.000_000_000_000_2)],
      [cell.text('G'), cell.number(25.125)],
      [cell.text('H'), cell.number(1_500_000)],
    ]);
    const { all } = await readApart(content);
    expect(all.map(({ valeurs }) => valeurs[1])).toEqual([
      '#N/A',
      '#REF!',
      '=SUM(1000,500)',
      '2000',
      '',
      '1500',
      '25.1250',
      '1500000',
    ]);
  });

  it('that counts its days from 1904 has the days that it shows', async () => {
    const content = await workbook(
      [['Nom', 'Payé le'].map(cell.text), [cell.text('Ali'), cell.dayFrom1904('2025-03-12')]],
      { from1904: true },
    );
    const { all } = await read(content, 'mac.xlsx');
    expect(all.map(({ valeurs }) => valeurs)).toEqual([['Ali', '2025-03-12']]);
  });

  it('is read from its first visible sheet, and names the others', async () => {
    const first = [heads, [cell.text('Caché'), cell.text('X')]];
    const second = ['Nom', 'Visible']
      .map((text, n) => {
        const cells = [text, 'Secteur']
          .map((one, at) => `<c r="${'AB'[at]}${n + 1}" t="inlineStr"><is><t>${one}</t></is></c>`)
          .join('');
        return `<row r="${n + 1}">${cells}</row>`;
      })
      .join('');
    const hidden = await readApart(await workbook(first, { second, firstHidden: true }));
    expect(hidden.all.map(({ valeurs }) => valeurs[0])).toEqual(['Visible']);
    expect(hidden.notes).toEqual(['Feuille lue : « Feuil2 ».', 'Feuilles masquées, non lues : « Feuil1 ».']);
    const both = await readApart(await workbook(first, { second }));
    expect(both.all.map(({ valeurs }) => valeurs[0])).toEqual(['Caché']);
    expect(both.notes).toEqual(['Feuille lue : « Feuil1 ».', 'Autres feuilles, non lues : « Feuil2 ».']);
  });

  it('gives the value of merged cells for each row, except in titles', async () => {
    const content = await workbook(
      [
        [cell.text('Recensement')],
        ['Nom', 'Secteur', 'Base'].map(cell.text),
        ['A', 'S1', 'Kiosque'].map(cell.text),
        ['B', 'S1'].map(cell.text),
        ['C', 'S1'].map(cell.text),
        ['D', 'S2', 'Étal'].map(cell.text),
      ],
      { merged: ['A1:C1', 'C3:C5'] },
    );
    const { heads: read, all, notes } = await readApart(content);
    expect(read).toEqual(['Nom', 'Secteur', 'Base']);
    expect(all.map(({ fusions }) => fusions)).toEqual([
      undefined,
      { 2: 'Kiosque' },
      { 2: 'Kiosque' },
      undefined,
    ]);
    expect(notes).toEqual([expect.stringMatching(/^Cellules fusionnées \(C3:C5\) : /)]);
  });

  it('that decompresses beyond the limit is refused, whatever sizes it declares', async () => {
    const heads = [cell.text('Nom'), cell.text('Secteur')];
    const blanks = await workbook([heads], { padding: 2_000_000 });
    for (const content of [blanks, withFalseSizes(blanks)])
      await expect(readTable('liste.xlsx', content, 1_000_000)).rejects.toThrow(/trop grand une fois ouvert/);
  });

  it.each([
    ['XFD1048576', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'],
    ['BI3', '<row r="3"><c r="BI3"><v>1</v></c></row>'],
    ['A250001', "<row r='250001' ht='12'><c s='1' r='A250001'><v>1</v></c></row>"],
    ['4000000000', '<row r="4000000000"/>'],
  ])('with a cell too far out is refused, with the name of the cell: %s', async (name, more) => {
    const content = await workbook(rows, { more });
    expect(content.length).toBeLessThan(3000);
    await expect(readApart(content)).rejects.toThrow(
      new RegExp(
        `La cellule ${name} est trop loin : la feuille peut avoir 60 colonnes.*Copiez votre tableau`,
      ),
    );
  });

  it('is read if its far cells are only formatted, or on another sheet', async () => {
    const more = '<row r="3"><c r="XFD3" s="1"/></row><row r="1048576" ht="20"/>';
    const second = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const { all } = await readApart(await workbook(rows, { more, second }));
    expect(all).toEqual([{ rang: 2, valeurs: ['Ali', 'A'] }]);
  });

  it('cannot include another file or an endless text by an XML entity', async () => {
    const lol = (n: number): string => `<!ENTITY lol${n} "${`&lol${n - 1};`.repeat(10)}">`;
    const before = `<!DOCTYPE worksheet [<!ENTITY own SYSTEM "file:///etc/passwd"><!ENTITY lol0 "lol">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(lol).join('')}]>`;
    const more = ['own', 'lol9']
      .map(
        (name, n) => `<row r="${n + 3}"><c r="A${n + 3}" t="inlineStr"><is><t>&${name};</t></is></c></row>`,
      )
      .join('');
    const outcome = await readApart(await workbook(rows, { before, more })).then(
      ({ all }) => JSON.stringify(all),
      (error: Error) => error.message,
    );
    expect(outcome).not.toMatch(/root:|lollol/);
    expect(outcome.length).toBeLessThan(1000);
  });

  it('that needs too much memory or time is refused, and the server goes on', async () => {
    // an address that only an XML parser finds
    const content = await workbook(rows, {
      more: '<row r="&#49;048576"><c r="&#88;FD1048576"><v>1</v></c></row>',
    });
    await expect(readApart(content, { memory: 64 })).rejects.toThrow(/trop grand une fois ouvert/);
    await expect(readApart(content, { patience: 1 })).rejects.toThrow(/plus de 1 secondes? à lire/);
    expect((await readApart('Nom;Secteur\nAli;A', { name: 'liste.csv' })).all).toHaveLength(1);
  });

  it('that shows one long text in too many cells is refused', async () => {
    const long = cell.text('x'.repeat(30_000));
    await expect(readApart(await workbook([heads, [long, long, long, long]]))).rejects.toThrow(
      /La ligne 2 a plus de 100.000 signes/,
    );
    const more = Array.from(
      { length: 4100 },
      (_, n) => `<row r="${n + 3}"><c r="A${n + 3}" t="s"><v>0</v></c></row>`,
    );
    const once = await workbook([heads, [cell.shared('x'.repeat(30_000))]], { more: more.join('') });
    expect(once.length).toBeLessThan(50_000);
    await expect(readApart(once)).rejects.toThrow(/plus de 120 millions de signes/);
  });

  it('whose process cannot start does not keep a reading place', async () => {
    for (let times = 0; times < 3; times += 1)
      await expect(readApart('Nom;Secteur\nAli;A', { name: 'a\0.csv' })).rejects.toThrow(/null bytes/);
    expect((await readApart('Nom;Secteur\nAli;A', { name: 'liste.csv' })).all).toHaveLength(1);
  });

  it('is refused if it is another archive', async () => {
    await expect(readApart(await workbook([], { document: true }))).rejects.toThrow(/XLSX lisible/);
  });
});
