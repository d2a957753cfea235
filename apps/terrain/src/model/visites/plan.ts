/** A map of the phone's places without tiles: positions in metres, and the outline of each place around its taxpayers. */
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import type { Personne } from '../personnes.ts';
import { METRES_PER_DEGREE } from './proximite.ts';

/** Metres east and north of the origin. */
export interface Point {
  x: number;
  y: number;
}
interface Position {
  latitude: number;
  longitude: number;
}

export interface Lieu {
  nom: string;
  outline: readonly Point[];
  /** Middle of the outline, where the name stands. */
  middle: Point;
  /** Width of the outline in metres. */
  width: number;
}
export interface PlanPoint extends Point {
  personne: Personne;
}

export interface Plan {
  points: readonly PlanPoint[];
  lieux: readonly Lieu[];
  /** What the map shows first: all but the outermost positions, which are often wrong. */
  bounds: { x: number; y: number; width: number; height: number };
  toPoint: (position: Position) => Point;
}

/** Share of the positions left out at each edge of the first view. */
const OUTERMOST = 0.02;
/** Metres around the first view, and its least width. */
const MARGIN = 40;
const LEAST = 200;

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The range of values without the outermost. */
function rangeOf(values: readonly number[]): { from: number; size: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length * OUTERMOST);
  const first = (sorted[cut] ?? 0) - MARGIN;
  const last = (sorted[sorted.length - 1 - cut] ?? 0) + MARGIN;
  const size = Math.max(LEAST, last - first);
  return { from: (first + last - size) / 2, size };
}

const turn = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** One half of a convex outline, by points from west to east or back. */
function half(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) chain.pop();
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/** The convex outline of positions. */
export function outlineOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Of a place the positions that are not far outside: a wrong one would stretch its outline over its neighbours. */
function within<At extends Point>(points: readonly At[]): At[] {
  const middle = { x: middleOf(points.map(({ x }) => x)), y: middleOf(points.map(({ y }) => y)) };
  const far = (point: Point) => Math.hypot(point.x - middle.x, point.y - middle.y);
  const reach = 3 * middleOf(points.map(far)) + MARGIN;
  return points.filter((point) => far(point) <= reach);
}

function lieuOf(nom: string, points: readonly Point[]): Lieu {
  const outline = outlineOf(within(points));
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { nom, outline, middle: { x: (west + east) / 2, y: (south + north) / 2 }, width: east - west };
}

/** @returns undefined if no taxpayer of the phone has a position */
export function planOf(personnes: Iterable<Personne>, referentiel: Referentiel | null): Plan | undefined {
  const placed: (Position & { personne: Personne })[] = [];
  for (const personne of personnes) {
    const { latitude, longitude } = personne;
    if (latitude !== null && longitude !== null) placed.push({ latitude, longitude, personne });
  }
  if (placed.length === 0) return undefined;
  const origin = {
    latitude: middleOf(placed.map(({ latitude }) => latitude)),
    longitude: middleOf(placed.map(({ longitude }) => longitude)),
  };
  const perLongitude = METRES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180);
  const toPoint = ({ latitude, longitude }: Position): Point => ({
    x: (longitude - origin.longitude) * perLongitude,
    y: (latitude - origin.latitude) * METRES_PER_DEGREE,
  });
  const points = placed.map(({ personne, ...position }): PlanPoint => ({ ...toPoint(position), personne }));
  const byPlace = new Map<number, PlanPoint[]>();
  for (const point of points) {
    const { lieu } = point.personne;
    const known = byPlace.get(lieu);
    if (known) known.push(point);
    else byPlace.set(lieu, [point]);
  }
  const noms = new Map(referentiel?.lieux.map(([id, nom]) => [id, nom]));
  const lieux = [...byPlace].flatMap(([lieu, at]) =>
    at.length < 3 ? [] : [lieuOf(noms.get(lieu) ?? '', at)],
  );
  const [across, up] = [rangeOf(points.map(({ x }) => x)), rangeOf(points.map(({ y }) => y))];
  const bounds = { x: across.from, y: up.from, width: across.size, height: up.size };
  return { points, lieux, bounds, toPoint };
}

/** The point nearest to a position; undefined if none is within reach, in metres. */
export function nearestOf(points: Iterable<PlanPoint>, at: Point, reach: number): PlanPoint | undefined {
  let [nearest, best]: [PlanPoint | undefined, number] = [undefined, reach * reach];
  for (const point of points) {
    const square = (point.x - at.x) ** 2 + (point.y - at.y) ** 2;
    if (square <= best) [nearest, best] = [point, square];
  }
  return nearest;
}

/** What the screen shows: the metre at its middle, and pixels a metre. */
export interface View {
  x: number;
  y: number;
  scale: number;
}
interface Size {
  width: number;
  height: number;
}

/** Pixels a metre: from a town on the screen to a stall. */
const SCALES = { least: 0.005, most: 8 };

export const viewOf = ({ bounds }: Plan, { width, height }: Size): View => ({
  x: bounds.x + bounds.width / 2,
  y: bounds.y + bounds.height / 2,
  scale: Math.min(width / bounds.width, height / bounds.height),
});

export const toScreen = ({ x, y, scale }: View, { width, height }: Size, at: Point): Point => ({
  x: width / 2 + (at.x - x) * scale,
  y: height / 2 - (at.y - y) * scale,
});

export const fromScreen = ({ x, y, scale }: View, { width, height }: Size, at: Point): Point => ({
  x: x + (at.x - width / 2) / scale,
  y: y - (at.y - height / 2) / scale,
});

/** Zooms so that the metre under a pixel stays there. */
export function zoomed(view: View, size: Size, at: Point, factor: number): View {
  const scale = Math.min(SCALES.most, Math.max(SCALES.least, view.scale * factor));
  const fixed = fromScreen(view, size, at);
  return {
    scale,
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y + (at.y - size.height / 2) / scale,
  };
}
