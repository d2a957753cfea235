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
  const LIEUX: [number, string, number | null][] = [
    [8, 'Département', null],
    [9, 'Quartier', 8],
    [10, 'Secteur A', 9],
    [11, 'Secteur B', 9],
    [12, 'Autre quartier', 8],
  ];
  const WRONG = { latitude: 13.555, longitude: 2.1 };
  const RIGHT = { latitude: 13.511, longitude: 2.101 };
  const told = (count: number, lieu: number, position = WRONG) =>
    farText(personnes(count), { lieux: LIEUX }, lieu, position);

  it('five kilometres from the other taxpayers of its place is told', () => {
    expect(told(4, 10)).toContain('à 5 km des autres fiches');
    expect(told(4, 10, RIGHT)).toBeUndefined();
  });
  it('in a place with few positions is compared with the nearest taxpayer of the places around it', () => {
    for (const [count, lieu] of [
      [2, 10],
      [1, 10],
      [4, 11],
      [4, 12],
    ] as const) {
      expect(told(count, lieu)).toContain('à 5 km de la fiche la plus proche');
      expect(told(count, lieu, RIGHT)).toBeUndefined();
    }
  });
  it('on a phone that knows no other position, or the first of a place that is not known, says nothing', () => {
    expect(told(0, 10)).toBeUndefined();
    expect(told(0, 99)).toBeUndefined();
  });
});
