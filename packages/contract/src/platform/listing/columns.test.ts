import { describe, expect, it } from 'vitest';
import { PAPER, sheetOf, stateList, summed, viewOf, allColumns } from './columns.ts';

interface Row {
  nom: string;
  du: number;
  vu: string | null;
  statut: string;
}

const list = stateList<Row>()(
  {
    nom: {
      header: 'Nom',
      kind: 'text',
      value: (row) => row.nom,
      filter: { field: 'r.nom' },
      width: 90,
      paper: 20,
    },
    du: { header: 'Dû', kind: 'amount', value: (row) => row.du, filter: { field: 'r.du', sorts: false } },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.statut,
      filter: { field: 'r.statut', label: 'État', values: ['a', 'b'] },
    },
    vu: { header: 'Vu', kind: 'time', value: (row) => row.vu },
  },
  { 'r.age': { type: 'integer', label: 'Âge' } },
);

describe('a stated list', () => {
  it('is filtered by its columns, with their labels and types, and by fields without a column', () => {
    expect(list.fields).toEqual({
      'r.nom': { type: 'text', label: 'Nom' },
      'r.du': { type: 'amount', label: 'Dû' },
      'r.statut': { type: 'choice', label: 'État', values: ['a', 'b'] },
      'r.age': { type: 'integer', label: 'Âge' },
    });
  });
  it('shows all its columns as declared, sorted by the sortable ones', () => {
    expect(allColumns(list).map(({ id, header, sort, width }) => [id, header, sort, width])).toEqual([
      ['nom', 'Nom', 'r.nom', 90],
      ['du', 'Dû', undefined, undefined],
      ['statut', 'Statut', 'r.statut', undefined],
      ['vu', 'Vu', undefined, undefined],
    ]);
  });
  it('shows some of them in another order, with the overrides of a view', () => {
    const view = viewOf(list, ['statut', 'nom', 'du'], {
      nom: { header: 'Nom complet', width: 120, sorts: false },
      du: { sorts: true },
    });
    expect(view.map(({ id, header, sort, width }) => [id, header, sort, width])).toEqual([
      ['statut', 'Statut', 'r.statut', undefined],
      ['nom', 'Nom complet', undefined, 120],
      ['du', 'Dû', 'r.du', undefined],
    ]);
    expect(view[1]?.value({ nom: 'Ali', du: 1, vu: null, statut: 'a' })).toBe('Ali');
  });
  it('takes the widths of a sheet by column, by sheet or by kind', () => {
    expect(sheetOf(list, ['du', 'nom'])).toEqual({ du: PAPER.amount, nom: 20 });
    expect(Object.keys(sheetOf(list, ['du', 'nom'], { nom: 30 }))).toEqual(['du', 'nom']);
    expect(sheetOf(list, ['nom'], { nom: 30 })).toEqual({ nom: 30 });
  });
  it('ends with the sums of its amounts', () => {
    expect(summed(allColumns(list))).toEqual(['du']);
  });
});
