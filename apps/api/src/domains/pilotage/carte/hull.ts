/** The convex hull of points. No I/O. */

/** Latitude and longitude, in degrees. */
export type Point = readonly [latitude: number, longitude: number];

/** Twice the area of a triangle; positive if it turns left. */
const turn = ([ay, ax]: Point, [by, bx]: Point, [cy, cx]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

function half(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    while (corners.length >= 2 && turn(corners.at(-2) as Point, corners.at(-1) as Point, point) <= 0)
      corners.pop();
    corners.push(point);
  }
  return corners.slice(0, -1);
}

/** The corners of the hull in order; null if the points enclose no area. */
export function hullOf(points: readonly Point[]): Point[] | null {
  const sorted = points.toSorted(([ay, ax], [by, bx]) => ax - bx || ay - by);
  const corners = [...half(sorted), ...half(sorted.toReversed())];
  return corners.length >= 3 ? corners : null;
}
