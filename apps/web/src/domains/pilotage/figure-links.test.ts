import { expect, it } from 'vitest';
import { type Counted, contribuablesOf } from './figure-links.ts';

const years = { present: 2026, exercice: 2026 };
const counted: Counted = {
  entite: 1,
  ms: [27],
  range: { from: '2026-11-21', to: '2026-11-21' },
  annee: 2026,
  base: 'enrolement',
  betail: 0,
};

it('a link names place, days and livestock, and other parameters only if not default', () => {
  expect(contribuablesOf(counted, 'montant', years)).toEqual({
    entite: 1,
    ms: [27],
    from: '2026-11-21',
    to: '2026-11-21',
    betail: 0,
  });
  const other: Counted = { ...counted, ms: [], range: {}, annee: 2025, base: 'encaissement', betail: 1 };
  expect(contribuablesOf(other, 'montant', years)).toEqual({
    entite: 1,
    dates: 'toutes',
    annee: 2025,
    base: 'encaissement',
    betail: 1,
  });
});

it('the number enrolled is the same in both bases', () => {
  expect(contribuablesOf({ ...counted, base: 'encaissement' }, 'contribuables', years).base).toBeUndefined();
});

it('the year is in the link also if only the top bar has another one', () => {
  expect(contribuablesOf(counted, 'montant', { present: 2026, exercice: 2025 }).annee).toBe(2026);
});

it('the figures of a sub-entity itself are distinguished, under both bases', () => {
  for (const base of ['enrolement', 'encaissement'] as const)
    expect(contribuablesOf({ ...counted, base, direct: true }, 'montant', years)).toMatchObject({
      ms: [27],
      direct: 1,
    });
});
