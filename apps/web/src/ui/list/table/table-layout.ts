/** Column widths and sticky positions of a table, computed together so that sticky columns touch exactly. */

export interface ColumnBox {
  id: string;
  /** Minimum width, px. */
  width: number;
  /** Share of the remaining width. */
  grow: number;
  /** Sticky in a table wider than the page; if space is short, less important ones scroll. */
  stick?: Stick;
}

/** Kinds of sticky columns: ticks, row name, identifying numbers and statuts, amounts, menu. */
export type Stick = 'start' | 'primary' | 'decides' | 'amount' | 'menu';

export interface PlacedColumn {
  width: number;
  /**
   * Sticky distances from both edges, px. `first` and `last` mark the ends of adjacent sticky columns, for the shadow.
   */
  sticky?: { left: number; right: number; first: boolean; last: boolean };
  /** For a scrolling column: width covered by sticky columns on each side, px. */
  covered?: { left: number; right: number };
}

interface TableLayout {
  total: number;
  columns: Map<string, PlacedColumn>;
}

/** Minimum width left for scrolling columns, px: enough to read one text column. */
const SCROLL_ROOM = 170;

export function layOut(boxes: readonly ColumnBox[], available: number): TableLayout {
  const minWidth = boxes.reduce((sum, { width }) => sum + width, 0);
  const grow = boxes.reduce((sum, box) => sum + box.grow, 0);
  const spare = Math.max(0, available - minWidth);
  const columns = new Map<string, PlacedColumn>();
  let used = 0;
  let shared = 0;
  for (const box of boxes) {
    // rounding is accumulated, so that the widths add up exactly
    shared += box.grow;
    const share = grow > 0 ? Math.floor((spare * shared) / grow) - used : 0;
    used += share;
    columns.set(box.id, { width: box.width + share });
  }
  if (minWidth > available) stick(boxes, columns, available);
  return { total: minWidth + used, columns };
}

/** Sticky kinds in order of importance. */
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
