import { describe, expect, it } from 'vitest';
import { DayColumn } from './days.ts';
import type { StyleNombres } from '@octroi/contract';
import { NumberColumn } from './numbers.ts';

/** The value of a cell, given the others of its column. */
function number(text: string, others: readonly string[] = [], style?: StyleNombres) {
  const column = new NumberColumn();
  for (const other of [text, ...others]) column.addEvidence(other);
  const read = column.read(text, style);
  return read === undefined ? undefined : 'value' in read ? read.value : read.values;
}
function day(text: string, ...others: string[]) {
  const column = new DayColumn();
  for (const other of [text, ...others]) column.addEvidence(other);
  const read = column.read(text);
  return read === undefined ? undefined : 'day' in read ? read.day : read.days;
}

describe('a number in a file', () => {
  it.each<[string, number]>([
    ['25000', 25_000],
    ['0', 0],
    ['25.000', 25_000],
    ['100,000', 100_000],
    ['1.250.000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1 250 000', 1_250_000],
    ['1\u202f250\u00a0000', 1_250_000],
    ["1'250'000", 1_250_000],
    ['1’250’000', 1_250_000],
    ['1.500,00', 1500],
    ['1,500.00', 1500],
    ['1 500,00', 1500],
    ['12,00', 12],
    ['90404040.0', 90_404_040],
    ['12 000 F', 12_000],
    ['12 000 F CFA', 12_000],
    ['12.000 FCFA', 12_000],
    ['XOF 12 000', 12_000],
    ['12000 xof', 12_000],
    ['12 000 francs', 12_000],
    ['１２ ０００', 12_000],
    ['٢٥٠٠٠', 25_000],
    ['-5', -5],
    ['−5 000', -5000],
    ['12,5', 12.5],
    ['0.500', 0.5],
  ])('« %s » is %d', (text, value) => expect(number(text)).toBe(value));

  it.each([
    '',
    'douze',
    '1e5',
    '1.5E+06',
    '25 00',
    '1.25.000',
    '1,2,3',
    '12 34',
    '25.000.00',
    '#N/A',
    '(500)',
    '12 000 €',
    "1 000'000",
    '1234567890123456',
  ])('« %s » is not one', (text) => expect(number(text)).toBeUndefined());

  it.each<[string, string[], number | number[]]>([
    ['25.000', ['100.000', '25000', '1 000'], 25_000],
    ['25.000', ['1.250.000'], 25_000],
    ['25.000', ['1.500,00'], 25_000],
    // the column uses the sign for decimals, or both signs for thousands
    ['25.000', ['12.50'], [25_000, 25]],
    ['25.000', ['90404040.0'], [25_000, 25]],
    ['25.000', ['100,000'], [25_000, 25]],
    ['100,000', ['1,500.00', '12,5'], [100_000, 100]],
    // two signs for thousands, or thousands and decimals
    ['1 250.000', [], [1_250_000, 1250]],
    ['1.250,500', ['1.000'], [1_250_500, 1250.5]],
  ])('« %s » next to %j is %j', (text, others, expected) => expect(number(text, others)).toEqual(expected));

  it.each<[string, StyleNombres, number | undefined]>([
    ['25.000', 'virgule', 25_000],
    ['25.000', 'point', 25],
    ['100,000', 'point', 100_000],
    ['100,000', 'virgule', 100],
    ['1 250.000', 'point', 1250],
    ['1 250.000', 'virgule', 1_250_000],
    ['1.500,00', 'point', undefined],
    ['1 500', 'point', 1500],
  ])('« %s » in a file with the decimal sign %s is %s', (text, style, value) =>
    expect(number(text, ['12.50', '100,000'], style)).toBe(value),
  );
});

describe('a day in a file', () => {
  it.each([
    ['31/12/2025', '2025-12-31'],
    ['1.2.2025', '2025-02-01'],
    ['13-4-25', '2025-04-13'],
    ['03/04/25', '2025-04-03'],
    ['26/06/26', '2026-06-26'],
    ['2025-02-01', '2025-02-01'],
    ['2025-4-5', '2025-04-05'],
    ['2025/04/15', '2025-04-15'],
    ['15/04/2025 00:00:00', '2025-04-15'],
    ['15/04/2025 08:30', '2025-04-15'],
    ['2025-04-15T00:00:00Z', '2025-04-15'],
    ['  15/04/2025 ', '2025-04-15'],
    ['15 avril 2025', '2025-04-15'],
    ['1er août 2025', '2025-08-01'],
    ['29/02/2024', '2024-02-29'],
  ])('« %s » is %s', (text, iso) => expect(day(text)).toBe(iso));

  it.each([
    '',
    'hier',
    '29/02/2025',
    '31/04/2025',
    '12/31/2025',
    '15/04-2025',
    '20250415',
    '45762',
    '2025-04-15T23:30:00Z',
    '15 brumaire 2025',
  ])('« %s » is not one', (text) => expect(day(text)).toBeUndefined());

  it('has the order of its column: day first, unless every unambiguous day has the month first', () => {
    expect(day('03/04/2025', '04/13/2025', '15/04/2025')).toBe('2025-04-03');
    expect(day('03/04/2025', '05/06/2025')).toBe('2025-04-03');
    expect(day('03/04/2025', '04/13/2025')).toEqual(['2025-04-03', '2025-03-04']);
    expect(day('04/04/2025', '04/13/2025')).toBe('2025-04-04');
    expect(day('2025-04-03', '04/13/2025')).toBe('2025-04-03');
  });
});
