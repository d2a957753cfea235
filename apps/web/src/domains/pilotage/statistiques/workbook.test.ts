import { describe, expect, it } from 'vitest';
import type { Measure, Scoped, TableReply } from './declaration.ts';
import { workbookOf } from './workbook.ts';

const MEASURES = [
  { id: 'nombre', label: 'Transactions', kind: 'nombre' },
  { id: 'total', label: 'Total collecté', kind: 'montant' },
] as unknown as readonly Measure<TableReply>[];
const lineOf = (name: string, figures: Record<string, number>, day?: string) => ({
  key: name,
  name,
  row: null,
  figures,
  scoped: {} as Scoped,
  ...(day ? { day } : {}),
});
const written = {
  screen: 'recouvrement-agent' as const,
  title: 'Recouvrement par agent',
  file: 'recouvrement',
  head: 'Date',
  measures: MEASURES,
  totaux: { nombre: 3, total: 4500 },
};

describe('a table of statistics as a file', () => {
  it('has its days as days, and beneath them what stands beneath them on screen', () => {
    const table = workbookOf({
      ...written,
      lines: [lineOf('01/11/2026', { nombre: 3, total: 4500 }, '2026-11-01')],
      before: { nombre: 5, total: 1000 },
    });
    expect(table?.columns.map(({ header, kind }) => `${header} ${kind}`)).toEqual([
      'Date day',
      'Transactions number',
      'Total collecté amount',
    ]);
    expect(table?.rows).toEqual([['2026-11-01', 3, 4500]]);
    expect(table?.sommes).toEqual([
      ['TOTAL', 3, 4500],
      ['Période précédente', 5, 1000],
      ['Écart', -2, 3500],
    ]);
  });

  it('names rows that are no days, and has no sums where the screen has none', () => {
    const lines = [lineOf('Novembre 2026', { nombre: 3, total: 4500 })];
    const table = workbookOf({ ...written, lines, totaux: undefined });
    expect(table?.columns[0]?.kind).toBe('text');
    expect(table?.rows).toEqual([['Novembre 2026', 3, 4500]]);
    expect(table?.sommes).toEqual([]);
    expect(workbookOf({ ...written, lines: undefined })).toBeUndefined();
  });
});
