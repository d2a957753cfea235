import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('a table becomes lines that a spreadsheet reads', () => {
  expect(
    csvText([
      ['Sous-entité', 'Prévu'],
      ['Koira "Kano"; nord', -1500],
    ]),
  ).toBe('\uFEFFSous-entité;Prévu\r\n"Koira ""Kano""; nord";-1500\r\n');
});

it('a name is never run as a formula', () => {
  expect(csvText([['=HYPERLINK("x")']])).toBe(`\uFEFF"'=HYPERLINK(""x"")"\r\n`);
});
