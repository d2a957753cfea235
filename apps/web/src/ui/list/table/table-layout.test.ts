import { describe, expect, it } from 'vitest';
import { type ColumnBox, layOut } from './table-layout.ts';

const boxes: ColumnBox[] = [
  { id: 'select', width: 40, grow: 0, stick: 'start' },
  { id: 'nom', width: 160, grow: 1, stick: 'primary' },
  { id: 'adresse', width: 160, grow: 2 },
  { id: 'prevu', width: 120, grow: 0, stick: 'amount' },
  { id: 'agent', width: 160, grow: 0 },
  { id: 'menu', width: 48, grow: 0, stick: 'menu' },
];
const least = 688;

describe('layOut', () => {
  it('distributes the remaining width to the pixel, without sticky columns', () => {
    const { total, columns } = layOut(boxes, least + 100);
    expect(total).toBe(least + 100);
    expect([columns.get('nom')?.width, columns.get('adresse')?.width]).toEqual([193, 227]);
    expect([...columns.values()].some(({ sticky }) => sticky)).toBe(false);
  });
  it('keeps essential columns and the row menu visible in a table wider than the page', () => {
    const { total, columns } = layOut(boxes, 640);
    expect(total).toBe(least);
    expect(columns.get('nom')?.sticky).toEqual({ left: 40, right: 168, first: false, last: true });
    expect(columns.get('prevu')?.sticky).toEqual({ left: 200, right: 48, first: true, last: true });
    expect(columns.get('menu')?.sticky).toEqual({ left: 320, right: 0, first: true, last: false });
    expect(columns.get('agent')?.sticky).toBeUndefined();
  });
  it('gives how much of a column sticky columns may cover', () => {
    const { columns } = layOut(boxes, 640);
    expect(columns.get('adresse')?.covered).toEqual({ left: 200, right: 168 });
    expect(columns.get('agent')?.covered).toEqual({ left: 320, right: 48 });
    expect(columns.get('nom')?.covered).toBeUndefined();
    expect(layOut(boxes, least).columns.get('agent')?.covered).toBeUndefined();
  });
  it('unsticks ticks first when space is short, then statuts and names, amounts last', () => {
    const sticky = (available: number): string[] =>
      [...layOut(boxes, available).columns].flatMap(([id, { sticky: place }]) => (place ? [id] : []));
    expect(sticky(600)).toEqual(['select', 'nom', 'prevu', 'menu']);
    expect(sticky(530)).toEqual(['nom', 'prevu', 'menu']);
    expect(sticky(400)).toEqual(['prevu', 'menu']);
    expect(sticky(230)).toEqual(['menu']);
    expect(sticky(200)).toEqual([]);
  });
});
