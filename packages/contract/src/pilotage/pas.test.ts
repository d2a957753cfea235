import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../platform/values/period.ts';
import { lengthOf, PAS, pasOf, availablePas, periodBefore, tranchesOf } from './pas.ts';

const day = fc
  .integer({ min: 0, max: 3650 })
  .map((n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10));
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 500 }))
  .map(([from, length]) => ({ from, to: addDays(from, length) }));

describe('the rows of a period', () => {
  it('cover its days, each once and in order, for any interval', () => {
    fc.assert(
      fc.property(range, fc.constantFrom(...PAS), (period, pas) => {
        const tranches = tranchesOf(period, pas);
        expect(tranches[0]?.from).toBe(period.from);
        expect(tranches.at(-1)?.to).toBe(period.to);
        for (const [index, { from, to }] of tranches.entries()) {
          expect(from <= to).toBe(true);
          if (index > 0) expect(from).toBe(addDays(tranches[index - 1]?.to ?? '', 1));
        }
      }),
    );
  });

  it('begin on Mondays and on the first of months', () => {
    const weeks = tranchesOf({ from: '2026-11-12', to: '2026-11-30' }, 'semaine');
    expect(weeks).toEqual([
      { date: '2026-11-12', from: '2026-11-12', to: '2026-11-15' },
      { date: '2026-11-16', from: '2026-11-16', to: '2026-11-22' },
      { date: '2026-11-23', from: '2026-11-23', to: '2026-11-29' },
      { date: '2026-11-30', from: '2026-11-30', to: '2026-11-30' },
    ]);
    expect(tranchesOf({ from: '2025-12-15', to: '2026-01-10' }, 'mois')).toEqual([
      { date: '2025-12-01', from: '2025-12-15', to: '2025-12-31' },
      { date: '2026-01-01', from: '2026-01-01', to: '2026-01-10' },
    ]);
  });

  it('of one year are named by the number of the month', () => {
    const months = tranchesOf({ from: '2026-01-01', to: '2026-12-31' }, 'mois');
    expect(months.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 1)));
  });

  it('are days up to two months, weeks of half a year, months of a year and years of a lifetime', () => {
    expect(pasOf({ from: '2026-11-21', to: '2026-11-21' })).toBe('jour');
    expect(pasOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('mois');
    expect(pasOf({ from: '2026-01-01', to: '2026-06-30' })).toBe('semaine');
    expect(pasOf({ from: '2020-01-01', to: '2026-12-31' })).toBe('mois');
    expect(pasOf({ from: '1950-01-01', to: '2026-12-31' })).toBe('annee');
    expect(availablePas({ from: '2020-01-01', to: '2026-12-31' })).toEqual(['semaine', 'mois', 'annee']);
  });
});

describe('the period before', () => {
  it('of a whole week, month or year is the one before; of other days, as many just before', () => {
    const today = '2027-06-15';
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' }, today)).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(periodBefore({ from: '2026-01-01', to: '2026-12-31' }, today)).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
    });
    expect(periodBefore({ from: '2026-11-16', to: '2026-11-22' }, today)).toEqual({
      from: '2026-11-09',
      to: '2026-11-15',
    });
    expect(periodBefore({ from: '2026-11-03', to: '2026-11-05' }, today)).toEqual({
      from: '2026-10-31',
      to: '2026-11-02',
    });
  });

  it('ends at the same point as the current one', () => {
    expect(periodBefore({ from: '2026-01-01', to: '2026-12-31' }, '2026-11-21')).toEqual({
      from: '2025-01-01',
      to: '2025-11-21',
    });
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' }, '2026-03-30')?.to).toBe('2026-02-28');
  });

  it('ends the day before and is never longer', () => {
    fc.assert(
      fc.property(range, day, (period, today) => {
        const before = periodBefore(period, today);
        expect(before && before.to < period.from).toBe(true);
        if (before) expect(lengthOf(before)).toBeLessThanOrEqual(Math.max(lengthOf(period), 366));
      }),
    );
  });

  it('does not exist before the calendar', () => {
    expect(periodBefore({ from: '0001-01-01', to: '9999-12-31' }, '2026-01-01')).toBeUndefined();
  });
});
