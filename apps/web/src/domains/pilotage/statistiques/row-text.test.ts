import { tranchesOf } from '@octroi/contract/pilotage/pas';
import { expect, it } from 'vitest';
import { chartOf } from './chart-of.ts';
import { dateText } from '@octroi/contract/pilotage/row-text';

/** The axis of a chart of a period. */
const axisOf = (from: string, to: string, pas: 'jour' | 'semaine' | 'mois'): readonly string[] => {
  const lines = tranchesOf({ from, to }, pas).map((row, index) => ({
    key: String(index),
    name: dateText(row, pas),
    row,
    figures: {},
    scoped: { entite: undefined, ms: [], range: row, betail: 0 as const, agent: undefined },
  }));
  return chartOf([], lines, pas).categories;
};

it('an axis says the year where its days are of several', () => {
  expect(axisOf('2026-11-16', '2026-11-18', 'jour')).toEqual(['16/11', '17/11', '18/11']);
  expect(axisOf('2025-12-29', '2026-01-12', 'semaine')).toEqual(['29/12/25', '05/01/26', '12/01/26']);
  expect(axisOf('2025-12-01', '2026-01-31', 'mois')).toEqual(['Déc. 25', 'Janv. 26']);
});
