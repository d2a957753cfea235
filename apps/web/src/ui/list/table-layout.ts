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

/** Ticks and numbers, the name of the row, its amounts, its menu. */
export type Stick = 'start' | 'primary' | 'amount' | 'menu';

export interface PlacedColumn {
  width: number;
  /** Edge and distance from it, px. */
  /** `outer`: the last one before what scrolls, which shows the edge. */
  sticky?: { edge: 'left' | 'right'; offset: number; outer: boolean };
}

export interface TableLayout {
  total: number;
  columns: Map<string, PlacedColumn>;
}

/** Beyond this share of the visible width, sticky columns would leave no room for what scrolls. */
const STICKY_SHARE = 0.62;

export function layOut(boxes: readonly ColumnBox[], available: number): TableLayout {
  const least = boxes.reduce((sum, { width }) => sum + width, 0);
  const grow = boxes.reduce((sum, box) => sum + box.grow, 0);
  const spare = Math.max(0, available - least);
  const columns = new Map<string, PlacedColumn>();
  let given = 0;
  let shared = 0;
  for (const box of boxes) {
    // Cumulated rounding: the widths add up to the available room to the pixel.
    shared += box.grow;
    const share = grow > 0 ? Math.floor((spare * shared) / grow) - given : 0;
    given += share;
    columns.set(box.id, { width: box.width + share });
  }
  if (least > available) stick(boxes, columns, available);
  return { total: least + given, columns };
}

/** From the most that sticks to the least. */
const TIERS: readonly (readonly Stick[])[] = [
  ['start', 'primary', 'amount', 'menu'],
  ['primary', 'amount', 'menu'],
  ['amount', 'menu'],
  ['primary', 'menu'],
  ['menu'],
];

function stick(boxes: readonly ColumnBox[], columns: Map<string, PlacedColumn>, available: number): void {
  const among = (tier: readonly Stick[]): ColumnBox[] =>
    boxes.filter((box) => box.stick && tier.includes(box.stick));
  const widthOf = (chosen: readonly ColumnBox[]): number => chosen.reduce((sum, { width }) => sum + width, 0);
  const chosen = TIERS.map(among).find((tier) => widthOf(tier) <= available * STICKY_SHARE) ?? [];
  const isLeft = ({ stick: kind }: ColumnBox): boolean => kind === 'start' || kind === 'primary';
  pile(chosen.filter(isLeft), columns, 'left');
  pile(chosen.filter((box) => !isLeft(box)).reverse(), columns, 'right');
}

/** Places columns one after the other from an edge inwards. */
function pile(boxes: readonly ColumnBox[], columns: Map<string, PlacedColumn>, edge: 'left' | 'right'): void {
  let offset = 0;
  for (const [index, { id }] of boxes.entries()) {
    const column = columns.get(id);
    if (!column) continue;
    column.sticky = { edge, offset, outer: index === boxes.length - 1 };
    offset += column.width;
  }
}
