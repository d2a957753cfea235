import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupLabel, groupPoints, type MapPoint } from './groups.ts';

const point = (id: number, latitude: number, longitude: number): MapPoint => ({
  id,
  latitude,
  longitude,
  label: `Point ${id}`,
});
const pixel = (scale: number) => (at: { latitude: number; longitude: number }) => ({
  x: at.longitude * scale,
  y: -at.latitude * scale,
});

describe('groups of points', () => {
  it('join close points and keep distant ones apart', () => {
    const points = [point(1, 13.001, 2.001), point(2, 13.002, 2.002), point(3, 14, 3)];
    expect(groupPoints(points, pixel(1000)).map(({ count }) => count)).toEqual([2, 1]);
    expect(groupPoints(points, pixel(1_000_000)).map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it('contain each point exactly once, at any zoom', () => {
    const points = fc.array(
      fc.record({
        latitude: fc.double({ min: -85, max: 85, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        count: fc.integer({ min: 1, max: 9000 }),
      }),
    );
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 1_000_000 }), (places, scale) => {
        const given = places.map((place, id) => ({ ...place, id, label: '' }));
        const groups = groupPoints(given, pixel(scale));
        const grouped = groups.flatMap(({ points }) => points.map(({ id }) => id));
        expect(grouped).toHaveLength(given.length);
        expect(new Set(grouped)).toEqual(new Set(given.map(({ id }) => id)));
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(
          given.reduce((sum, { count }) => sum + count, 0),
        );
      }),
    );
  });

  it('name the first and count the rest', () => {
    const all = Array.from({ length: 9 }, (_, index) => point(index + 1, 13, 2));
    const label = (points: MapPoint[]): string =>
      groupLabel({ latitude: 13, longitude: 2, points, count: points.length });
    expect(label(all.slice(0, 1))).toBe('Point 1');
    expect(label(all.slice(0, 2))).toBe('2 : Point 1, Point 2');
    expect(label(all)).toBe('9 : Point 1, Point 2, Point 3, Point 4, Point 5, Point 6 et 3 de plus');
  });
});
