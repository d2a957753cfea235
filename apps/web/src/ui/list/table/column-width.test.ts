import { describe, expect, it } from 'vitest';
import { neededWidth, stackedWidth } from './column-width.ts';
import type { Column } from '../columns.ts';

interface Row {
  nom: string;
  numero: string;
  montant: number;
  statut: string;
}
const nom: Column<Row> = { id: 'nom', header: 'Nom', kind: 'text', value: (row) => row.nom, primary: true };
const numero: Column<Row> = {
  id: 'numero',
  header: 'Numéro',
  kind: 'text',
  value: (row) => row.numero,
  essential: true,
};
const montant: Column<Row> = { id: 'montant', header: 'Payé', kind: 'amount', value: (row) => row.montant };
const statut: Column<Row> = { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut };
const columns = [nom, numero, montant, statut];
const row: Row = { nom: 'Ali', numero: 'NIA-000024', montant: 4_500, statut: 'Validé' };
const width = (column: Column<Row>, rows: readonly Row[], total?: number): number =>
  neededWidth(column, columns, rows, 'confortable', total);

describe('the minimum width of a column', () => {
  it('grows with the longest number, statut and amount, including the total', () => {
    expect(width(numero, [row, { ...row, numero: 'CI261122.0810.5C3-0001' }])).toBeGreaterThan(
      width(numero, [row]),
    );
    expect(width(statut, [{ ...row, statut: 'En attente de confirmation' }])).toBeGreaterThan(180);
    expect(width(montant, [row], 12_345_678_901)).toBeGreaterThan(width(montant, [row]));
  });
  it('bounds a name of any length, and is less where the list is compact', () => {
    expect(width(nom, [{ ...row, nom: 'Mamadou '.repeat(25) }])).toBe(240);
    expect(neededWidth(montant, columns, [{ ...row, montant: 123_456_789 }], 'compacte')).toBeLessThan(
      width(montant, [{ ...row, montant: 123_456_789 }]),
    );
  });
  it('of a day in a stacked table is at least that of its heading', () => {
    const day = (header: string): Column<Row> => ({
      id: 'date',
      header,
      kind: 'day',
      value: () => '2026-08-25',
      sort: 'date',
    });
    const stacked = (column: Column<Row>): number => stackedWidth(column, columns, [row], 'confortable');
    expect(stacked(day('Enrôlement'))).toBeGreaterThan(stacked(day('Date')));
  });
});
