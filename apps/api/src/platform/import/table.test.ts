import { describe, expect, it } from 'vitest';
import { readTable } from './table.ts';

async function read(content: Buffer | string) {
  const { heads, rows } = await readTable(Buffer.from(content));
  const all: { rang: number; valeurs: string[] }[] = [];
  for await (const row of rows) all.push(row);
  return { heads, all };
}

describe('a table', () => {
  it.each([
    ['semicolons', 'Nom;Secteur\nAli;"A; B"\n'],
    ['commas', 'Nom,Secteur\r\nAli,"A; B"'],
    ['tabulations', 'Nom\tSecteur\nAli\tA; B'],
    ['a mark of UTF-8', '\ufeffNom;Secteur\nAli;"A; B"'],
    ['blank lines', '\n;\nNom;Secteur\n;\nAli;"A; B"\n\n'],
  ])('is read with %s', async (_, text) => {
    const { heads, all } = await read(text);
    expect(heads).toEqual(['Nom', 'Secteur']);
    expect(all.map(({ valeurs }) => valeurs)).toEqual([['Ali', 'A; B']]);
  });

  it('is read as Windows-1252 where it is not UTF-8', async () => {
    const { heads, all } = await read(Buffer.from('Prénom;Âge\nZénabou;42 €', 'latin1'));
    expect(heads).toEqual(['Prénom', 'Âge']);
    expect(all[0]?.valeurs[0]).toBe('Zénabou');
  });

  it('numbers its rows as the file does, and names heads that are missing', async () => {
    const { heads, all } = await read('Nom;;Secteur\nA;x;1\n;;\nB;y;2');
    expect(heads).toEqual(['Nom', 'Colonne 2', 'Secteur']);
    expect(all.map(({ rang }) => rang)).toEqual([2, 4]);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['nothing', '', /vide/],
    ['blanks', ' \n;;\n', /vide/],
    ['one column', 'Nom|Secteur\nAli|A', /Une seule colonne/],
    [
      '200 columns',
      Array.from({ length: 200 }, (_, n) => `c${n}`).join(';'),
      /200 colonnes ; il peut en avoir 60/,
    ],
    ['UTF-16', Buffer.from('\ufeffNom;Secteur', 'utf16le'), /CSV UTF-8/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /CSV UTF-8/],
    ['a broken workbook', Buffer.from('PK\x03\x04 nothing of a workbook', 'latin1'), /classeur/],
  ])('is refused where it is %s', async (_, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  it('is refused where a quote never ends', async () => {
    await expect(read(`Nom;Secteur\n"Ali;${'x'.repeat(200_000)}`)).rejects.toThrow(/guillemet/);
  });
});
