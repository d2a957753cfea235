import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvStream } from '#src/platform/export/csv.ts';
import { readTable } from './table.ts';

const columns = ['Nom', 'Note'].map((header, at) => ({
  id: header,
  header,
  kind: 'text' as const,
  value: (row: string[]) => row[at],
}));
const read = async (rows: string[][]): Promise<string[][]> => {
  const file = await buffer(
    csvStream(Readable.from([rows]), { title: 'Liste', columns, timeZone: 'Africa/Niamey' }),
  );
  const table = await readTable('liste.csv', file);
  const found: string[][] = [];
  for await (const { valeurs } of table.rows) found.push(valeurs);
  return found;
};

it('texts that a spreadsheet would run as a formula are exported and imported as they were', async () => {
  const rows = ['+227 90 12 34 56', '-5 SARL', '@lphonse', "'-5", "''+1", "L'Étal", '＝1'].map((text) => [
    'Nom',
    text,
  ]);
  expect(await read(rows)).toEqual(rows);
});

it('whatever a text is, its export is imported as it was', async () => {
  const text = fc
    .string({ unit: fc.constantFrom("'", '=', '+', '-', '@', ';', '"', 'a', 'é', ' ', '＋'), maxLength: 8 })
    .map((made) => made.trim());
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      const rows = texts.map((one) => ['Nom', one]);
      expect(await read(rows)).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});
