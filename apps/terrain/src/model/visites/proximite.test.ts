import { describe, expect, it } from 'vitest';
import { Personnes } from '../personnes.ts';
import { between, farText, voisinText } from './proximite.ts';
import { person } from '../../testing/server.ts';

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

describe('a position', () => {
  const people = [1, 2, 3, 4].map((id) => {
    const one = person(id, 'Issa');
    [one[6], one[7]] = [13.51 + id / 10_000, 2.1];
    return one;
  });
  const personnes = (count: number) =>
    new Personnes(
      {
        appareil: null,
        referentiel: null,
        tournees: [],
        caisse: null,
        heure: null,
        contribuables: new Map(
          people.slice(0, count).map((one) => [one[0], one as ReturnType<typeof person>]),
        ),
      },
      [],
      '2026-11-27',
    ).all();
  it('five kilometres from the other taxpayers of its place is told', () => {
    const wrong = { latitude: 13.555, longitude: 2.1 };
    expect(farText(personnes(4), 10, wrong)).toContain('à 5 km des autres fiches');
    expect(farText(personnes(4), 10, { latitude: 13.511, longitude: 2.101 })).toBeUndefined();
    // of another place, or where few are known, nothing can be said
    expect([farText(personnes(4), 9, wrong), farText(personnes(2), 10, wrong)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
