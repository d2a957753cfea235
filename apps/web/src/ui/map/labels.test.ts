import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Box, NAME_WIDTH, placeNames, placeTexts, type Side } from './labels.ts';

const box = (left: number, top: number, width = 30, height = 30): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

it('writes a name on its place, beside its mark, or not at all', () => {
  const area = { name: 'Plateau', box: box(100, 100) };
  expect(placeNames([area], [])).toEqual([expect.objectContaining({ top: 106 })]);
  expect(placeNames([area], [box(100, 100)])).toEqual([expect.objectContaining({ top: 130 })]);
  expect(placeNames([area], [box(0, 0, 400, 400)])).toEqual([undefined]);
});

it('never overlaps names or marks, whatever their number and length', () => {
  const areas = fc.array(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 200 }),
      box: fc.tuple(fc.nat(800), fc.nat(500)).map(([x, y]) => box(x, y)),
    }),
    { maxLength: 60 },
  );
  const marks = fc.array(
    fc.tuple(fc.nat(800), fc.nat(500)).map(([x, y]) => box(x, y, 52, 52)),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(areas, marks, (given, taken) => {
      const names = placeNames(given, taken).filter((name) => name !== undefined);
      for (const [index, name] of names.entries()) {
        expect(name.right - name.left).toBeLessThanOrEqual(NAME_WIDTH);
        for (const other of [...taken, ...names.slice(index + 1)]) expect(meets(name, other)).toBe(false);
      }
    }),
  );
});

const RADIUS = 9;
const textBox = (
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  side: Side,
): Box => {
  const left = { right: x + RADIUS, left: x - RADIUS - width, below: x - width / 2, above: x - width / 2 }[
    side
  ];
  const top = {
    right: y - height / 2,
    left: y - height / 2,
    below: y + RADIUS,
    above: y - RADIUS - height,
  }[side];
  return { left, top, right: left + width, bottom: top + height };
};

it('writes the text of a dot on its right, on another side, or leaves out the less important', () => {
  const dot = { x: 100, y: 100, width: 60, height: 16 };
  expect(placeTexts([dot], RADIUS)).toEqual(['right']);
  expect(placeTexts([dot, { ...dot, x: 120 }], RADIUS)).toEqual(['left', 'right']);
  const around = [0, 1, 2, 3, 4].map((n) => ({ ...dot, x: 100 + n, y: 100 + n }));
  expect(placeTexts(around, RADIUS).at(0)).toBeDefined();
  expect(placeTexts(around, RADIUS)).toContain(undefined);
});

it('never writes a text over another text or a dot', () => {
  const dots = fc.array(
    fc.record({
      x: fc.nat(600),
      y: fc.nat(400),
      width: fc.integer({ min: 20, max: 200 }),
      height: fc.constant(16),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(dots, (given) => {
      const boxes = placeTexts(given, RADIUS).flatMap((side, index) =>
        side && given[index] ? [textBox(given[index], side)] : [],
      );
      const marks = given.map(({ x, y }) => box(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS));
      for (const [index, each] of boxes.entries())
        for (const other of [...marks, ...boxes.slice(index + 1)]) expect(meets(each, other)).toBe(false);
    }),
  );
});
