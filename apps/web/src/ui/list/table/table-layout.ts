/** Widths and sticky places of a table's columns: worked out here, so that what sticks sits exactly beside its neighbour. */

export interface ColumnBox {
  id: string;
  /** Least width, px. */
  width: number;
  /** Share of the room left over. */
  grow: number;
  /** What stays in sight in a table wider than the page; where room is short, the less needed give way. */
  stick?: Stick;
}

/** Ticks, the name of the row, the numbers and statuts that tell what it is, its amounts, its menu. */
export type Stick = 'start' | 'primary' | 'decides' | 'amount' | 'menu';

export interface PlacedColumn {
  width: number;
  /**
   * Distances from both edges that it never falls short of, px: it moves with the others between them. `first` and `last`
   * of those that stand side by side show where what scrolls goes under.
   */
  sticky?: { left: number; right: number; first: boolean; last: boolean };
  /** What scrolls under those: how much of either side of the table they cover, px. */
  covered?: { left: number; right: number };
}

interface TableLayout {
  total: number;
  columns: Map<string, PlacedColumn>;
}

/** Sticky columns leave so much to what scrolls, px: a column of text can be read in it. */
const SCROLL_ROOM = 170;

export function layOut(boxes: readonly ColumnBox[], available: number): TableLayout {
  const least = boxes.reduce((sum, { width }) => sum + width, 0);
  const grow = boxes.reduce((sum, box) => sum + box.grow, 0);
  const spare = Math.max(0, available - least);
  const columns = new Map<string, PlacedColumn>();
  let used = 0;
  let shared = 0;
  for (const box of boxes) {
    // Cumulated rounding: the widths add up to the available room to the pixel.
    shared += box.grow;
    const share = grow > 0 ? Math.floor((spare * shared) / grow) - used : 0;
    used += share;
    columns.set(box.id, { width: box.width + share });
  }
  if (least > available) stick(boxes, columns, available);
  return { total: least + used, columns };
}

/** From the most that sticks to the least. */
const TIERS: readonly (readonly Stick[])[] = [
  ['start', 'primary', 'decides', 'amount', 'menu'],
  ['primary', 'decides', 'amount', 'menu'],
  ['primary', 'amount', 'menu'],
  ['amount', 'menu'],
  ['primary', 'menu'],
  ['menu'],
];

function stick(boxes: readonly ColumnBox[], columns: Map<string, PlacedColumn>, available: number): void {
  const widthOf = (chosen: readonly ColumnBox[]): number => chosen.reduce((sum, { width }) => sum + width, 0);
  const chosen =
    TIERS.map((tier) => boxes.filter((box) => box.stick && tier.includes(box.stick))).find(
      (tier) => widthOf(tier) <= available - SCROLL_ROOM,
    ) ?? [];
  let left = 0;
  let right = widthOf(chosen);
  for (const [index, box] of boxes.entries()) {
    const column = columns.get(box.id);
    if (!column) continue;
    if (!chosen.includes(box)) {
      column.covered = { left, right };
      continue;
    }
    right -= box.width;
    const sticks = (at: number): boolean => chosen.some(({ id }) => id === boxes[at]?.id);
    column.sticky = {
      left,
      right,
      first: index > 0 && !sticks(index - 1),
      last: index < boxes.length - 1 && !sticks(index + 1),
    };
    left += box.width;
  }
}
