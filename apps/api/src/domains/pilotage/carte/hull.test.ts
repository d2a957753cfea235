import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hullOf, type Point } from './hull.ts';

const coordinate = fc.integer({ min: -20, max: 20 });
const points = fc.array(fc.tuple(coordinate, coordinate), { maxLength: 40 });
const turn = ([ay, ax]: Point, [by, bx]: Point, [cy, cx]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

describe('a hull', () => {
  it.each<[string, Point[]]>([
    ['no point', []],
    ['one', [[1, 1]]],
    ['two', [[1, 1], [2, 2]]], // prettier-ignore
    ['the same thrice', [[1, 1], [1, 1], [1, 1]]], // prettier-ignore
    ['a line', [[0, 0], [1, 1], [2, 2], [3, 3]]], // prettier-ignore
  ])('does not exist around %s', (_, line) => {
    expect(hullOf(line)).toBeNull();
  });

  it('of a square has only its corners', () => {
    const hull = hullOf([[0, 0], [0, 2], [2, 2], [2, 0], [1, 1], [0, 1]]); // prettier-ignore
    expect(hull?.map(String).toSorted()).toEqual(['0,0', '0,2', '2,0', '2,2']);
  });

  it('contains all its points, and is convex with corners among them', () => {
    fc.assert(
      fc.property(points, (cloud) => {
        const hull = hullOf(cloud);
        if (!hull) return;
        for (const [index, corner] of hull.entries()) {
          const next = hull[(index + 1) % hull.length] as Point;
          const after = hull[(index + 2) % hull.length] as Point;
          expect(turn(corner, next, after)).toBeGreaterThan(0);
          for (const point of cloud) expect(turn(corner, next, point)).toBeGreaterThanOrEqual(0);
          expect(cloud.map(String)).toContain(String(corner));
        }
      }),
    );
  });
});
