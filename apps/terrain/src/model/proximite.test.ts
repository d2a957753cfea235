import { describe, expect, it } from 'vitest';
import { between, voisinText } from './proximite.ts';

const here = { latitude: 13.51, longitude: 2.1 };
const at = (north: number, east: number) =>
  voisinText(between(here, { latitude: here.latitude + north, longitude: here.longitude + east }));

describe('the distance of a taxpayer', () => {
  it('is given in tens of metres with a compass direction', () => {
    // 0.001° is 111 m northward, and 108 m eastward at this latitude; both, 155 m
    expect(at(0.001, 0)).toBe('110 m, nord');
    expect(at(0, 0.001)).toBe('110 m, est');
    expect(at(-0.001, -0.001)).toBe('160 m, sud-ouest');
    expect(at(0.001, -0.0001)).toBe('110 m, nord');
  });
  it('is given in kilometres from 1 km, and omitted at the same place', () => {
    expect(at(0.02, 0.02)).toBe('3,1 km, nord-est');
    expect(at(0.00005, 0)).toBe('ici même');
  });
});
