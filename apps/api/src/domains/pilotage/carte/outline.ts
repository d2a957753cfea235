/** Bounds and simplification of outlines of places. No I/O. */
import type { Cadre, Contour } from '@octroi/contract';

type Polygones = Contour['polygones'];
type Ring = Polygones[number][number];

/** The bounds of an outline. */
export function cadreOf(polygones: Polygones): Cadre {
  const cadre = { ouest: Infinity, sud: Infinity, est: -Infinity, nord: -Infinity };
  for (const [y, x] of polygones.flatMap(([outer = []]) => outer)) {
    cadre.ouest = Math.min(cadre.ouest, x);
    cadre.est = Math.max(cadre.est, x);
    cadre.sud = Math.min(cadre.sud, y);
    cadre.nord = Math.max(cadre.nord, y);
  }
  return cadre;
}

export const extentOf = ({ ouest, sud, est, nord }: Cadre): number => (nord - sud) * (est - ouest);

export const touches = (a: Cadre, b: Cadre): boolean =>
  a.sud < b.nord && a.nord > b.sud && a.ouest < b.est && a.est > b.ouest;

/** Minimum number of corners of a ring: that of a hull, or of an outline too small to be seen. */
const FEW = 16;

function thinRing(ring: Ring, tolerance: number): Ring {
  if (ring.length <= FEW) return ring;
  const corners: Ring = [];
  for (const corner of ring) {
    const last = corners.at(-1);
    if (!last || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= tolerance) corners.push(corner);
  }
  if (corners.length >= FEW) return corners;
  const step = Math.ceil(ring.length / FEW);
  return ring.filter((_, n) => n % step === 0);
}

/** The same outline without corners closer than a tolerance, in degrees, to the one before. */
export const thin = (polygones: Polygones, tolerance: number): Polygones =>
  polygones.map((rings) => rings.map((ring) => thinRing(ring, tolerance)));
