import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Box, NAME_WIDTH, placeNames } from './labels.ts';

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
