import { expect, it } from 'vitest';
import { pdfOf } from './pdf.ts';

it('writes a PDF with a correct object table and the unchanged picture', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]);
  const pdf = pdfOf({ jpeg, width: 720, height: 1000 }, 'Recu NIA-2026-A017-000001');
  const content = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(content)?.[1]);
  expect(content.slice(table, table + 4)).toBe('xref');
  const places = [...content.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) =>
    Number(place),
  );
  expect(places).toHaveLength(6);
  for (const [index, place] of places.entries())
    expect(content.slice(place).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
  expect(content).toContain(`\nstream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`);
  expect(content).toContain('/MediaBox [0 0 227 315]');
});
