import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cadreSchema } from './maille-schemas.ts';
import { cadreOfMaille, formatMaille, parseMaille, maillesOf, ZOOM_MAX } from './maille.ts';

/** At the precision of stored positions. */
const degrees = (most: number) =>
  fc.integer({ min: -most * 1e9, max: most * 1e9 - 1 }).map((billionths) => billionths / 1e9);
const position = fc.record({
  longitude: degrees(180),
  latitude: degrees(90),
  zoom: fc.integer({ min: 0, max: ZOOM_MAX }),
});

describe('a cell of the map', () => {
  it('contains every position counted in it, and its address round-trips', () => {
    fc.assert(
      fc.property(position, ({ longitude, latitude, zoom }) => {
        const point = { ouest: longitude, sud: latitude, est: longitude, nord: latitude };
        const { left: x, bottom: y } = maillesOf(point, zoom);
        const { ouest, sud, est, nord } = cadreOfMaille({ zoom, x, y });
        expect(ouest <= longitude && longitude < est && sud <= latitude && latitude < nord).toBe(true);
        const address = formatMaille({ zoom, x, y });
        const read = parseMaille(address);
        expect(read && formatMaille(read)).toBe(address);
      }),
    );
  });

  it.each(['', '12', '12/1', '20/0/0', '12/1/1/1', '-1/0/0', '3/12/0', '3/0/-99', '12/a/b', '12/1.5/2'])(
    '« %s » is none',
    (text) => expect(parseMaille(text)).toBeUndefined(),
  );
});

describe('a part of the map', () => {
  it('is read from four degrees', () => {
    expect(cadreSchema.parse('1.9,13.4,2.3,13.6')).toEqual({ ouest: 1.9, sud: 13.4, est: 2.3, nord: 13.6 });
  });

  it.each([
    ['2.3,13.4,1.9,13.6', 'turned round'],
    ['1.9,13.6,2.3,13.4', 'upside down'],
    ['1.9,13.4,1.9,13.6', 'without width'],
    ['-181,0,10,10', 'beyond the globe'],
    ['0,-91,10,10', 'beyond the pole'],
    ['0,0,10', 'of three sides'],
    ['0,0,10,10,10', 'of five sides'],
    ['a,b,c,d', 'of letters'],
    ['NaN,0,1,1', 'of no number'],
    ['1e1,0,20,1', 'in powers'],
    ['', 'of nothing'],
  ])('« %s » is invalid: %s', (text) => expect(cadreSchema.safeParse(text).success).toBe(false));
});
