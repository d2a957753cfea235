import { describe, expect, it } from 'vitest';
import { CONTOUR_MESSAGES, MAX_CONTOUR_POINTS } from './contour-limits.ts';
import { contourBody, pointsOf } from './contour.ts';

const ring = [
  [2, 13],
  [3, 13],
  [3, 14],
  [2, 13],
];
const polygon = { type: 'Polygon', coordinates: [ring] };
const multi = { type: 'MultiPolygon', coordinates: [[ring]] };
const feature = (geometry: unknown) => ({ type: 'Feature', properties: null, geometry });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

const many = (length: number) => {
  const open = Array.from({ length: length - 1 }, (_, n) => [n / 1000, 13]);
  return { type: 'Polygon', coordinates: [[...open, open[0]]] };
};

describe('the outline of a sub-entity', () => {
  it.each([
    ['a polygon', polygon],
    ['several polygons', multi],
    ['a feature', feature(polygon)],
    ['a collection of one feature', { ...collection(feature(multi)), crs: {} }],
    ['with altitudes', { type: 'Polygon', coordinates: [ring.map((position) => [...position, 207])] }],
  ])('is read from %s', (_, given) => {
    expect(contourBody.parse(given)).toEqual(multi);
  });

  it('keeps its holes, and may have up to the maximum of points', () => {
    const pierced = contourBody.parse({ type: 'Polygon', coordinates: [ring, ring] });
    expect(pierced.coordinates[0]).toHaveLength(2);
    expect(pointsOf(contourBody.parse(many(MAX_CONTOUR_POINTS)))).toBe(MAX_CONTOUR_POINTS);
  });

  it.each<[string, unknown, keyof typeof CONTOUR_MESSAGES]>([
    ['nothing', undefined, 'autreChose'],
    ['a text', 'Polygon', 'autreChose'],
    ['a list', [polygon], 'autreChose'],
    ['an object of no type', {}, 'autreChose'],
    ['a line', { type: 'LineString', coordinates: ring }, 'autreChose'],
    ['a feature of nothing', feature(null), 'autreChose'],
    ['a feature of a point', feature({ type: 'Point', coordinates: [2, 13] }), 'autreChose'],
    ['no feature', collection(), 'autreChose'],
    ['two features', collection(feature(polygon), feature(polygon)), 'autreChose'],
    ['a polygon of no ring', { type: 'Polygon', coordinates: [] }, 'autreChose'],
    ['no polygon', { type: 'MultiPolygon', coordinates: [] }, 'autreChose'],
    ['positions that are words', { type: 'Polygon', coordinates: [[['2', '13']]] }, 'autreChose'],
    ['positions of one number', { type: 'Polygon', coordinates: [[[2], [3], [2]]] }, 'autreChose'],
    ['an open ring', { type: 'Polygon', coordinates: [ring.slice(0, -1)] }, 'anneau'],
    ['an empty ring', { type: 'Polygon', coordinates: [[]] }, 'anneau'],
    [
      'there and back',
      {
        type: 'Polygon',
        coordinates: [
          [
            [2, 13],
            [3, 13],
            [2, 13],
          ],
        ],
      },
      'anneau',
    ],
    ['an open hole', { type: 'Polygon', coordinates: [ring, ring.slice(1)] }, 'anneau'],
    [
      'metres',
      {
        type: 'Polygon',
        coordinates: [
          [
            [4e5, 15e5],
            [5e5, 15e5],
            [4e5, 16e5],
            [4e5, 15e5],
          ],
        ],
      },
      'horsDuGlobe',
    ],
    [
      'a latitude too far',
      {
        type: 'Polygon',
        coordinates: [
          [
            [2, 91],
            [3, 13],
            [3, 14],
            [2, 91],
          ],
        ],
      },
      'horsDuGlobe',
    ],
    ['too many points', many(MAX_CONTOUR_POINTS + 1), 'tropDePoints'],
  ])('is refused of %s, in a sentence at its field', (_, given, message) => {
    const { error } = contourBody.safeParse(given);
    expect(error?.issues).toEqual([
      expect.objectContaining({ path: ['contour'], message: CONTOUR_MESSAGES[message] }),
    ]);
  });
});
