import { expect, it } from 'vitest';
import type { Rythme } from '@octroi/contract/pilotage/rythme';
import { anneeLines } from './annee-lines.ts';

const month = (index: number, reached: number) => ({
  date: String(index + 1),
  encaisse: index < reached ? 10 : null,
  cumul: index < reached ? 5 + 10 * (index + 1) : null,
  exigible: 20,
  cumulExigible: 20 * (index + 1),
  precedent: 8,
  cumulPrecedent: 8 * (index + 1),
});
const rythmeOn = (jour: string | null, reached: number): Rythme => ({
  annee: 2026,
  jour,
  avant: 5,
  encaisse: 5 + 10 * reached,
  arrieres: 0,
  attendu: 240,
  echu: 20 * reached,
  precedent: { avant: 0, encaisse: 0, total: 96 },
  projection: null,
  mois: Array.from({ length: 12 }, (_, index) => month(index, reached)),
});

it('the received and due lines end on the present day, at the amounts written above them', () => {
  const { recu, echu, aEchoir, days } = anneeLines(rythmeOn('2026-03-10', 3));
  expect(days).toBe(365);
  expect(recu.map(([day]) => day)).toEqual([0, 31, 59, 69]);
  expect(recu.at(-1)).toEqual([69, 35]);
  expect(echu.at(-1)).toEqual([69, 60]);
  expect(aEchoir[0]).toEqual([69, 60]);
  expect(aEchoir.at(-1)).toEqual([365, 240]);
});

it('what falls due in a month is drawn from its first day, and the year before until its end', () => {
  const { echu, avant, top } = anneeLines(rythmeOn('2026-12-31', 12));
  expect(echu.slice(0, 5)).toEqual([
    [0, 0],
    [0, 20],
    [31, 20],
    [31, 40],
    [59, 40],
  ]);
  expect(avant.at(-1)).toEqual([365, 96]);
  expect(top).toBe(240);
});

it('nothing is received in January of an empty year, and the drawing has a height', () => {
  const empty = { ...rythmeOn('2026-01-01', 1), avant: 0, encaisse: 0, echu: 0, mois: [] };
  const { recu, top } = anneeLines({ ...empty, precedent: { avant: 0, encaisse: 0, total: 0 } });
  expect(recu).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(top).toBe(1);
});
