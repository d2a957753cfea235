import { describe, expect, it } from 'vitest';
import { memeJourAvant, projeter } from './projection.ts';

describe('the projected year end', () => {
  it.each([
    // 300 of last year's 1 000 were received by this day: what was received this year is three tenths of its total
    ['2026-04-10', 450, { encaisse: 300, total: 1000 }, { montant: 1500, methode: 'anneePrecedente' }],
    // 100 × 1 000 / 300 = 333,33 ; 200 × 1 000 / 300 = 666,67
    ['2026-04-10', 100, { encaisse: 300, total: 1000 }, { montant: 333, methode: 'anneePrecedente' }],
    ['2026-04-10', 200, { encaisse: 300, total: 1000 }, { montant: 667, methode: 'anneePrecedente' }],
    // exactly 5 % is enough, less is not: 100 days of 365
    ['2026-04-10', 450, { encaisse: 50, total: 1000 }, { montant: 9000, methode: 'anneePrecedente' }],
    ['2026-04-10', 450, { encaisse: 49, total: 1000 }, { montant: 1643, methode: 'proportionnelle' }],
    ['2026-04-10', 450, { encaisse: 0, total: 0 }, { montant: 1643, methode: 'proportionnelle' }],
    // a leap year: 366 days, the 31st
    ['2024-01-31', 3100, { encaisse: 0, total: 0 }, { montant: 36_600, methode: 'proportionnelle' }],
    // beyond exact float multiplication
    [
      '2026-07-01',
      4_000_000_001,
      { encaisse: 3_000_000_000, total: 6_000_000_000 },
      { montant: 8_000_000_002, methode: 'anneePrecedente' },
    ],
  ] as const)('on %s with %s received', (jour, encaisse, precedent, expected) => {
    expect(projeter(jour, encaisse, precedent)).toEqual(expected);
  });

  it.each([
    ['2026-01-27', 450, 'the first four weeks say too little'],
    ['2026-12-31', 450, 'the year is over'],
    ['2026-07-01', 0, 'nothing came in'],
    ['2026-07-01', -200, 'more was given back than came in'],
  ])('does not exist on %s with %s received: %s', (jour, encaisse) => {
    expect(projeter(jour, encaisse, { encaisse: 300, total: 1000 })).toBeNull();
  });
});

it('the same day of the year before is the 28th for a 29 February', () => {
  expect(memeJourAvant('2026-11-21')).toBe('2025-11-21');
  expect(memeJourAvant('2024-02-29')).toBe('2023-02-28');
});
