/** The convex hull of points: the shortest fence around them. Pure. */

/** Latitude and longitude, in degrees. */
export type Point = readonly [latitude: number, longitude: number];

/** Twice the surface of a triangle; positive where it turns to the left. */
const turn = ([ay, ax]: Point, [by, bx]: Point, [cy, cx]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

function half(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length >= 2 && turn(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

/** Its corners, one after another; null where the points do not go around anything. */
export function hullOf(points: readonly Point[]): Point[] | null {
  const sorted = points.toSorted(([ay, ax], [by, bx]) => ax - bx || ay - by);
  const corners = [...half(sorted), ...half(sorted.toReversed())];
  return corners.length >= 3 ? corners : null;
}
