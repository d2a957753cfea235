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
  it('shares out the room that is left over, to the pixel, and sticks nothing', () => {
    const { total, columns } = layOut(boxes, least + 100);
    expect(total).toBe(least + 100);
    expect([columns.get('nom')?.width, columns.get('adresse')?.width]).toEqual([193, 227]);
    expect([...columns.values()].some(({ sticky }) => sticky)).toBe(false);
  });
  it('keeps names, amounts and the row menu in sight in a table wider than the page', () => {
    const { total, columns } = layOut(boxes, 640);
    expect(total).toBe(least);
    expect(columns.get('nom')?.sticky).toEqual({ edge: 'left', offset: 40, outer: true });
    expect(columns.get('prevu')?.sticky).toEqual({ edge: 'right', offset: 48, outer: true });
    expect(columns.get('menu')?.sticky).toEqual({ edge: 'right', offset: 0, outer: false });
    expect(columns.get('agent')?.sticky).toBeUndefined();
  });
  it('lets ticks go first where room is short, then names, the amounts last', () => {
    const sticky = (available: number): string[] =>
      [...layOut(boxes, available).columns].flatMap(([id, { sticky: place }]) => (place ? [id] : []));
    expect(sticky(600)).toEqual(['select', 'nom', 'prevu', 'menu']);
    expect(sticky(540)).toEqual(['nom', 'prevu', 'menu']);
    expect(sticky(300)).toEqual(['prevu', 'menu']);
    expect(sticky(100)).toEqual(['menu']);
  });
});
