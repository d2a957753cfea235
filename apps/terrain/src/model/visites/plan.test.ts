import fc from 'fast-check';
import { expect, it } from 'vitest';
import { person } from '../../testing/server.ts';
import { Personnes } from '../personnes.ts';
import { fromScreen, nearestOf, outlineOf, planOf, toScreen, viewOf, zoomed } from './plan.ts';

const METRE = 1 / 111_195;
const at = (id: number, north: number, east: number, lieu = 10) => {
  const row = person(id, `N${id}`);
  [row[5], row[6], row[7]] = [
    lieu,
    13.5 + north * METRE,
    2.1 + (east * METRE) / Math.cos((13.5 * Math.PI) / 180),
  ];
  return row;
};
const personnes = (rows: ReturnType<typeof person>[]) =>
  new Personnes(
    {
      appareil: null,
      referentiel: null,
      tournees: [],
      caisse: null,
      contribuables: new Map(rows.map((row) => [row[0], row])),
      heure: null,
    },
    [],
    '2026-11-27',
  ).all();
const square = [at(1, 0, 0), at(2, 0, 100), at(3, 100, 0), at(4, 100, 100), at(5, 50, 50)];
const SIZE = { width: 360, height: 400 };

it('there is no map without positions', () => {
  expect(planOf(personnes([person(1, 'Rakia')]), null)).toBeUndefined();
});

it('the outline of a place goes around its taxpayers, those inside left out', () => {
  const plan = planOf(personnes([...square, person(9, 'sans position')]), null);
  expect(plan?.points).toHaveLength(5);
  expect(plan?.lieux).toHaveLength(1);
  expect(plan?.lieux[0]?.outline).toHaveLength(4);
  expect(Math.round(plan?.lieux[0]?.width ?? 0)).toBe(100);
});

it('a position far outside does not stretch the outline of its place', () => {
  const plan = planOf(personnes([...square, at(6, 5000, 5000)]), null);
  expect(plan?.points).toHaveLength(6);
  expect(Math.round(plan?.lieux[0]?.width ?? 0)).toBe(100);
});

it('every point is inside the outline, or on it', () => {
  const coordinate = fc.integer({ min: -1000, max: 1000 });
  fc.assert(
    fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3 }), (points) => {
      const outline = outlineOf(points);
      for (const point of points)
        for (const [index, from] of outline.entries()) {
          const to = outline[(index + 1) % outline.length] ?? from;
          const side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
          expect(side).toBeGreaterThanOrEqual(0);
        }
    }),
  );
});

it('the first view holds the places, and a tap finds the taxpayer under it', () => {
  const plan = planOf(personnes(square), null);
  if (!plan) throw new Error('no plan');
  const view = viewOf(plan, SIZE);
  for (const point of plan.points) {
    const pixel = toScreen(view, SIZE, point);
    expect(pixel.x > 0 && pixel.x < SIZE.width && pixel.y > 0 && pixel.y < SIZE.height).toBe(true);
    const tapped = fromScreen(view, SIZE, { x: pixel.x + 3, y: pixel.y - 3 });
    expect(nearestOf(plan.points, tapped, 24 / view.scale)?.personne.cle).toBe(point.personne.cle);
  }
  expect(nearestOf(plan.points, { x: 9999, y: 9999 }, 24 / view.scale)).toBeUndefined();
});

it('zooming keeps what is under the finger there', () => {
  const view = { x: 10, y: 20, scale: 1 };
  const finger = { x: 300, y: 50 };
  const closer = zoomed(view, SIZE, finger, 2);
  expect(closer.scale).toBe(2);
  expect(fromScreen(closer, SIZE, finger)).toEqual(fromScreen(view, SIZE, finger));
});
