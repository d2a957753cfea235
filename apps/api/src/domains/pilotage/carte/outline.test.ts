import { expect, it } from 'vitest';
import { cadreOf, extentOf, thin, touches } from './outline.ts';

const line = (length: number): [number, number][] =>
  Array.from({ length }, (_, n): [number, number] => [13 + n / 1000, 2]);

it('the bounds of an outline are those of its outer corners, with any holes', () => {
  const square: [number, number][] = [
    [13, 2],
    [13, 3],
    [14, 3],
    [14, 2],
  ];
  const cadre = cadreOf([
    [
      square,
      [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
    ],
    [
      [
        [15, 2],
        [15, 4],
        [16, 4],
      ],
    ],
  ]);
  expect(cadre).toEqual({ ouest: 2, sud: 13, est: 4, nord: 16 });
  expect(extentOf(cadre)).toBe(6);
  expect(touches(cadre, { ouest: 3, sud: 15, est: 9, nord: 20 })).toBe(true);
  expect(touches(cadre, { ouest: 4, sud: 15, est: 9, nord: 20 })).toBe(false);
});

it('an outline loses corners too close to be seen, and keeps its shape', () => {
  const few = line(16);
  expect(thin([[few]], 1)).toEqual([[few]]);
  const many = line(1000);
  expect(thin([[many]], 0.00001)).toEqual([[many]]);
  expect(thin([[many]], 0.0095)[0]?.[0]).toEqual(many.filter((_, n) => n % 10 === 0));
  const [[tiny = []] = []] = thin([[many]], 5);
  expect(tiny.length).toBeGreaterThan(10);
  expect(tiny.length).toBeLessThanOrEqual(16);
});
