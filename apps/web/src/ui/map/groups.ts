/** Groups map points that are too close to distinguish. */
import type { Position } from './position.ts';

/** From far behind a mean to far ahead of it. */
type EcartTone = 'late2' | 'late1' | 'near' | 'lead1' | 'lead2';

export interface MapPoint extends Position {
  id: number | string;
  /** Tooltip and accessible name. */
  label: string;
  tone?: 'green' | 'amber' | 'blue' | 'red' | EcartTone;
  /** Number of things at the point; 1 by default. */
  count?: number;
  /** Percentage, written below the number and drawn as a ring; null shows a dash. */
  share?: number | null;
  /** Drawn as a dot with this text beside it. */
  dot?: string;
}

export interface MapGroup extends Position {
  points: MapPoint[];
  count: number;
}

/** Side in pixels of the squares used for grouping. */
const CELL_PX = 44;

/**
 * Groups points by screen square. A group is at the mean of its points.
 * @param toPixel screen position at the current zoom
 */
export function groupPoints(
  points: readonly MapPoint[],
  toPixel: (point: Position) => { x: number; y: number },
): MapGroup[] {
  const cells = new Map<string, MapPoint[]>();
  for (const point of points) {
    const { x, y } = toPixel(point);
    const cell = `${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;
    const group = cells.get(cell);
    if (group) group.push(point);
    else cells.set(cell, [point]);
  }
  return [...cells.values()].map((group) => ({
    latitude: mean(group.map(({ latitude }) => latitude)),
    longitude: mean(group.map(({ longitude }) => longitude)),
    points: group,
    count: group.reduce((sum, { count = 1 }) => sum + count, 0),
  }));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Labels named for a group; the rest is counted. */
const NAMED = 6;

/** Accessible text of a group. */
export function groupLabel({ points, count }: MapGroup): string {
  const [only] = points;
  if (only && points.length === 1) return only.label;
  const named = points.slice(0, NAMED).map(({ label }) => label);
  const rest = points.length - named.length;
  return `${count} : ${named.join(', ')}${rest > 0 ? ` et ${rest} de plus` : ''}`;
}
