/** Outlines of places: where they lie, and how much of them a map shows. Pure. */
import type { Cadre, Contour } from '@octroi/contract';

type Polygones = Contour['polygones'];
type Ring = Polygones[number][number];

/** What holds all its corners. */
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

/** A ring is told by so many corners in any case: those of a hull, or of what is too small to be seen. */
const FEW = 16;

function thinRing(ring: Ring, tolerance: number): Ring {
  if (ring.length <= FEW) return ring;
  const kept: Ring = [];
  for (const corner of ring) {
    const last = kept.at(-1);
    if (!last || Math.hypot(corner[0] - last[0], corner[1] - last[1]) >= tolerance) kept.push(corner);
  }
  if (kept.length >= FEW) return kept;
  const step = Math.ceil(ring.length / FEW);
  return ring.filter((_, n) => n % step === 0);
}

/** The same without corners that stand less than a tolerance, in degrees, from the one before. */
export const thin = (polygones: Polygones, tolerance: number): Polygones =>
  polygones.map((rings) => rings.map((ring) => thinRing(ring, tolerance)));
