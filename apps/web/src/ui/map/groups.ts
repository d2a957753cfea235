/** Points of a map that stand too close to be told apart are drawn as one group. */
import type { Position } from './position.ts';

export interface MapPoint extends Position {
  id: number | string;
  /** What it is, told on hover, on focus and to a screen reader. */
  label: string;
  tone?: 'green' | 'amber' | 'blue' | 'red';
  /** How many things stand here, where the point stands for several; 1 by default. */
  count?: number;
  /** A share in percent, written beneath the number and drawn as a ring around it; null writes a dash. */
  share?: number | null;
}

export interface MapGroup extends Position {
  points: MapPoint[];
  count: number;
}

/** Side of the squares within which points are drawn together. */
const CELL_PX = 44;

/**
 * Gathers points by the square of the screen in which they fall. A group stands at the mean of its points.
 * @param toPixel position on screen at the present zoom
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

/** Labels that a group names before it only counts the rest. */
const NAMED = 6;

/** What a group holds, in words. */
export function groupLabel({ points, count }: MapGroup): string {
  const [only] = points;
  if (only && points.length === 1) return only.label;
  const named = points.slice(0, NAMED).map(({ label }) => label);
  const rest = points.length - named.length;
  return `${count} : ${named.join(', ')}${rest > 0 ? ` et ${rest} de plus` : ''}`;
}
