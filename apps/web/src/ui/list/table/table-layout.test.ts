import { describe, expect, it } from 'vitest';
import { type ColumnBox, LAST_EDGE, layOut } from './table-layout.ts';

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

  const wide: ColumnBox[] = [
    { id: 'select', width: 40, grow: 0, stick: 'start' },
    { id: 'date', width: 104, grow: 0, stackedWidth: 98, decides: true },
    { id: 'heure', width: 84, grow: 0, under: 'date' },
    { id: 'numero', width: 116, grow: 0, stick: 'decides', under: 'nom' },
    { id: 'nom', width: 240, grow: 1, stick: 'primary', stackedWidth: 192, decides: true },
    { id: 'bases', width: 220, grow: 1 },
    { id: 'lieu', width: 200, grow: 1, stackedWidth: 160, decides: true },
    { id: 'prevu', width: 118, grow: 0, stick: 'amount' },
    { id: 'restant', width: 118, grow: 0, stick: 'amount', decides: true },
    { id: 'agent', width: 160, grow: 1 },
    { id: 'menu', width: 48, grow: 0, stick: 'menu' },
  ];
  const order = (available: number): string[] => {
    const { columns } = layOut(wide, available, true);
    return [...columns]
      .filter(([, { cell }]) => cell?.line !== 'lower')
      .sort(([, one], [, other]) => (one.cell?.column ?? 0) - (other.cell?.column ?? 0))
      .map(([id]) => id);
  };
  it('stacks a table that does not fit on a narrow screen: what decides first, the deciding amount at the edge', () => {
    expect(order(760)).toEqual([
      'select',
      'nom',
      'date',
      'lieu',
      'bases',
      'prevu',
      'agent',
      'restant',
      'menu',
    ]);
    const { columns, stacked } = layOut(wide, 760, true);
    expect(columns.get('numero')?.cell).toEqual({ column: 2, line: 'lower' });
    expect(columns.get('nom')?.cell).toEqual({ column: 2, line: 'upper' });
    expect(columns.get('lieu')?.cell).toEqual({ column: 4 });
    expect([...columns].flatMap(([id, { sticky }]) => (sticky ? [id] : [])).sort()).toEqual([
      'menu',
      'nom',
      'numero',
      'restant',
      'select',
    ]);
    expect(stacked?.length).toBe(9);
    // a table that fits, and a wide screen, keep the columns in their order
    expect(layOut(wide, 1500, true).stacked).toBeUndefined();
    expect(layOut(wide, 760).stacked).toBeUndefined();
  });
  it('gives the last column of a stacked table without a menu the padding of the edge', () => {
    const withoutMenu: ColumnBox[] = [
      { id: 'nom', width: 240, grow: 0, stick: 'primary', decides: true },
      { id: 'date', width: 104, grow: 0, stackedWidth: 98 },
      { id: 'motif', width: 280, grow: 0, stackedWidth: 208, decides: true },
    ];
    expect(layOut(withoutMenu, 560, true).columns.get('date')).toMatchObject({
      width: 98 + LAST_EDGE,
      cell: { column: 3 },
    });
  });
  it('ends what is seen at rest of a stacked table where the right edge begins, whatever the width', () => {
    for (let available = 640; available < 1300; available += 7) {
      const { columns, stacked = [] } = layOut(wide, available, true);
      const edge = available - 118 - 48;
      const ends = stacked.map((_, at) => stacked.slice(0, at + 1).reduce((sum, width) => sum + width));
      expect(ends, String(available)).toContain(edge);
      const lieu = (columns.get('lieu')?.cell?.column ?? 0) - 1;
      expect(ends[lieu]).toBeLessThanOrEqual(edge);
    }
  });
});
