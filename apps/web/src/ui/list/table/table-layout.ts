/** Column widths and sticky positions of a table, computed together so that sticky columns touch exactly. */

export interface ColumnBox {
  id: string;
  /** Minimum width, px. */
  width: number;
  /** Share of the remaining width. */
  grow: number;
  /** Sticky in a table wider than the page; if space is short, less important ones scroll. */
  stick?: Stick;
  /** In a stacked table: minimum width, px; the column below which it stands; whether it comes before others. */
  stackedWidth?: number;
  under?: string | undefined;
  decides?: boolean;
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
  /** Its place in a stacked table: the number of its grid column, from 1, and the line in it if two columns share it. */
  cell?: { column: number; line?: 'upper' | 'lower' };
}

interface TableLayout {
  total: number;
  columns: Map<string, PlacedColumn>;
  /** Widths of the grid columns of a stacked table, px; absent: each column has its own, in the given order. */
  stacked?: number[];
}

/** Extra padding of the last cell, px. */
export const LAST_EDGE = 5;

/** Minimum width left for scrolling columns, px: enough to read one text column. */
const SCROLL_ROOM = 170;

/**
 * Places the columns in the available width, px.
 * @param narrow whether a table that does not fit is stacked: what decides comes first, and some columns share a cell
 */
export function layOut(boxes: readonly ColumnBox[], available: number, narrow = false): TableLayout {
  const minWidth = boxes.reduce((sum, { width }) => sum + width, 0);
  return narrow && minWidth > available ? stack(boxes, available) : align(boxes, available);
}

function align(boxes: readonly ColumnBox[], available: number): TableLayout {
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

/**
 * Names and what decides come first, then the other columns; the last amount and the menu are kept at the right edge.
 * Columns that stand under another one share its grid column.
 */
function stack(boxes: readonly ColumnBox[], available: number): TableLayout {
  const lower = new Map(
    boxes.flatMap((box): [string, ColumnBox][] =>
      box.under !== undefined && boxes.some(({ id }) => id === box.under) ? [[box.under, box]] : [],
    ),
  );
  const widthIn = ({ width, stackedWidth = width }: ColumnBox): number => stackedWidth;
  const upper = boxes.filter((box) => ![...lower.values()].includes(box));
  const amounts = upper.filter(({ stick }) => stick === 'amount');
  const last = amounts.findLast(({ decides }) => decides) ?? amounts.at(-1);
  const rank = (box: ColumnBox): number => {
    if (box.stick === 'start') return 0;
    if (box.stick === 'primary') return 1;
    if (box === last) return 4;
    if (box.stick === 'menu') return 5;
    return box.decides ? 2 : 3;
  };
  const tracks = upper
    .toSorted((one, other) => rank(one) - rank(other))
    .map((box, index): ColumnBox => {
      const { id, grow, stick } = box;
      const beneath = lower.get(id);
      // the edge of a table without a menu is that of another column than before the stacking
      const edge = index === upper.length - 1 && stick !== 'menu' ? LAST_EDGE : 0;
      const width = Math.max(widthIn(box), beneath ? widthIn(beneath) : 0) + edge;
      return { id, width, grow, ...(stick && [0, 1, 4, 5].includes(rank(box)) ? { stick } : {}) };
    });
  const first = upper.filter((box) => rank(box) < 3).length;
  const { total, columns } = align(atRest(tracks, first, available), available);
  const stacked = tracks.map(({ id }) => columns.get(id)?.width ?? 0);
  for (const [index, { id }] of tracks.entries()) {
    const placed = columns.get(id);
    const beneath = lower.get(id);
    if (!placed) continue;
    if (beneath) columns.set(beneath.id, { ...placed, cell: { column: index + 1, line: 'lower' } });
    placed.cell = { column: index + 1, ...(beneath ? { line: 'upper' } : {}) };
  }
  return { total, columns, stacked };
}

/** What a text may give of its width, so that all that decides is seen at rest. */
const YIELDS = 0.25;

/**
 * Fits what comes first between the edges: texts yield some width if that makes all of it seen, and take the width that
 * the first column without room would be half seen in.
 * @param first how many of the tracks come before those without importance
 */
function atRest(tracks: readonly ColumnBox[], first: number, available: number): readonly ColumnBox[] {
  const sum = (some: readonly ColumnBox[]): number => some.reduce((total, { width }) => total + width, 0);
  const edge = tracks.filter(({ stick }) => stick === 'amount' || stick === 'menu');
  if (sum(tracks) <= available) return tracks;
  const room = available - sum(edge);
  const texts = (some: readonly ColumnBox[]): ColumnBox[] =>
    some.filter(({ grow, stick }) => grow > 0 && stick === undefined);
  let seen = tracks.slice(0, first);
  if (sum(seen) - room > sum(texts(seen)) * YIELDS) seen = [];
  else
    for (const track of tracks.slice(first)) {
      if (edge.includes(track) || sum(seen) + track.width > room) break;
      seen.push(track);
    }
  const growing = texts(seen);
  const each = Math.floor((room - sum(seen)) / growing.length);
  const rest = room - sum(seen) - each * growing.length;
  return tracks.map((track) =>
    growing.includes(track)
      ? { ...track, width: track.width + each + (track === growing[0] ? rest : 0) }
      : track,
  );
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
