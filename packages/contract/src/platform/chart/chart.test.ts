import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsOf, largest, MAX_NAMES, stackTotal } from './chart.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ nom: `Secteur ${index + 1}`, values: [index + 1, 1] }));
const byFirst = ([first = 0]: readonly number[]): number => first;

describe('the largest of many names', () => {
  it('are shown individually; the others are one line with their number', () => {
    const drawn = largest(rowsOf(50), byFirst);
    expect(drawn).toHaveLength(MAX_NAMES + 1);
    expect(drawn[0]).toEqual({ nom: 'Secteur 50', values: [50, 1] });
    expect(drawn.at(-1)).toEqual({ nom: 'Autres (38)', values: [(38 * 39) / 2, 38] });
  });

  it('are all shown if the line would hold a single one', () => {
    expect(largest(rowsOf(MAX_NAMES + 1), byFirst).at(-1)?.nom).toBe('Secteur 1');
    expect(largest(rowsOf(MAX_NAMES + 2), byFirst).at(-1)?.nom).toBe('Autres (2)');
  });

  it('and the others add up to the total, for any values', () => {
    const row = fc.record({ nom: fc.string(), values: fc.tuple(fc.integer(), fc.integer(), fc.integer()) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 80 }), (rows) => {
        const drawn = largest(rows, byFirst);
        for (const index of [0, 1, 2])
          expect(drawn.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)).toBe(
            rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
          );
        expect(drawn.length).toBeLessThanOrEqual(MAX_NAMES + 1);
      }),
    );
  });
});

it('a line is available over time only', () => {
  expect(kindsOf({ axis: 'time' })).toEqual(['colonnes', 'courbe']);
  expect(kindsOf({ axis: 'names' })).toEqual(['colonnes']);
});

it('the total of a stack adds up its current parts, and is null without values', () => {
  const series = [
    { nom: 'Corrigé', hue: 'orange', values: [1, null] },
    { nom: 'Validé', hue: 'green', values: [2, null] },
    { nom: 'Période précédente', hue: 'slate', values: [9, 9], kind: 'before' },
  ] as const;
  expect(stackTotal({ series }, 0)).toBe(3);
  expect(stackTotal({ series }, 1)).toBeNull();
});
