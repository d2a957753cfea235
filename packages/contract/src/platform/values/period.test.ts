import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  type DayRange,
  fiscalYears,
  formatDay,
  formatInstant,
  isDay,
  type Period,
  periodOf,
  periodRange,
  PERIODS,
  taxYears,
  todayIn,
} from './period.ts';

/** The environment of the process, for which the contract has no types. */
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const names = Object.keys(PERIODS) as Period[];
const day = fc.integer({ min: 0, max: 36_500 }).map((count) => addDays('1990-01-01', count));
const lengthOf = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

describe('a named period', () => {
  it.each([
    ['aujourdhui', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['hier', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['hier', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['hier', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['hier', '2025-03-01', '2025-02-28', '2025-02-28'],
    ['cetteSemaine', '2026-11-21', '2026-11-16', '2026-11-22'],
    ['cetteSemaine', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['cetteSemaine', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['cetteSemaine', '2026-01-01', '2025-12-29', '2026-01-04'],
    ['cetteSemaine', '2024-12-31', '2024-12-30', '2025-01-05'],
    ['semaineDerniere', '2026-01-05', '2025-12-29', '2026-01-04'],
    ['semaineDerniere', '2024-03-04', '2024-02-26', '2024-03-03'],
    ['ceMois', '2026-11-21', '2026-11-01', '2026-11-30'],
    ['ceMois', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['ceMois', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['ceMois', '2100-02-01', '2100-02-01', '2100-02-28'],
    ['moisDernier', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['moisDernier', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['moisDernier', '2024-03-30', '2024-02-01', '2024-02-29'],
    ['moisDernier', '2026-12-31', '2026-11-01', '2026-11-30'],
    ['cetteAnnee', '2026-11-21', '2026-01-01', '2026-12-31'],
    ['cetteAnnee', '2024-02-29', '2024-01-01', '2024-12-31'],
    ['anDernier', '2026-01-01', '2025-01-01', '2025-12-31'],
    ['anDernier', '2025-12-31', '2024-01-01', '2024-12-31'],
  ] as [Period, string, string, string][])('%s on %s is %s to %s', (period, today, from, to) => {
    expect(periodRange(period, today)).toEqual({ from, to });
  });

  it('is one of the specification’s eight', () => {
    expect(Object.values(PERIODS)).toEqual([
      "Aujourd'hui",
      'Cette semaine',
      'Ce mois',
      'Cette année',
      'Hier',
      'Semaine dernière',
      'Mois dernier',
      "L'an dernier",
    ]);
  });

  it('is recognised by its days, except when two periods have the same days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), day, (period, today) => {
        const range = periodRange(period, today);
        const found = periodOf(range, today);
        expect(found && periodRange(found, today)).toEqual(range);
      }),
    );
  });

  it('contains whole weeks from Monday, whole months, whole years, and today', () => {
    fc.assert(
      fc.property(day, (today) => {
        const of = (period: Period): DayRange => periodRange(period, today);
        for (const period of ['aujourdhui', 'cetteSemaine', 'ceMois', 'cetteAnnee'] as const) {
          expect(of(period).from <= today && today <= of(period).to).toBe(true);
        }
        for (const period of ['cetteSemaine', 'semaineDerniere'] as const) {
          expect(new Date(`${of(period).from}T00:00:00Z`).getUTCDay()).toBe(1);
          expect(lengthOf(of(period))).toBe(7);
        }
        for (const [before, now] of [
          ['hier', 'aujourdhui'],
          ['semaineDerniere', 'cetteSemaine'],
          ['moisDernier', 'ceMois'],
          ['anDernier', 'cetteAnnee'],
        ] as const)
          expect(addDays(of(before).to, 1)).toBe(of(now).from);
        expect(of('ceMois').to.slice(0, 7)).toBe(today.slice(0, 7));
        expect(addDays(of('ceMois').to, 1).slice(8)).toBe('01');
      }),
    );
  });

  it('is not any other range', () => {
    expect(periodOf({ from: '2026-11-01', to: '2026-11-29' }, '2026-11-21')).toBeUndefined();
  });
});

describe('a day', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s exists', (text) =>
    expect(isDay(text)).toBe(true),
  );
  it.each([
    '2025-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01 ',
    '２０２６-01-01',
    '',
    'hier',
    '+02026-01-01',
  ])('%j does not exist', (text) => expect(isDay(text)).toBe(false));

  it('counts on and back', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
        expect(isDay(addDays(from, count))).toBe(true);
        expect(addDays(addDays(from, count), -count)).toBe(from);
      }),
    );
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('is shown as DD/MM/YYYY', () => {
    expect(formatDay('2026-11-05')).toBe('05/11/2026');
    expect(formatDay('2026-11-05T23:59:59Z')).toBe('05/11/2026');
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Niamey', 'America/New_York'])(
    'does not depend on the zone of the machine (%s)',
    (zone) => {
      const { TZ } = env;
      env['TZ'] = zone;
      try {
        expect(periodRange('ceMois', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
        expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
      } finally {
        if (TZ === undefined) delete env['TZ'];
        else env['TZ'] = TZ;
      }
    },
  );
});

describe('an instant', () => {
  it('falls on the local day and hour', () => {
    expect(formatInstant('2026-12-31T23:30:05Z', 'Africa/Niamey')).toEqual({
      jour: '01/01/2027',
      heure: '00:30:05',
    });
    expect(formatInstant('2026-12-31T22:30:00Z', 'Africa/Niamey')).toEqual({
      jour: '31/12/2026',
      heure: '23:30:00',
    });
    expect(formatInstant('2026-06-01T12:00:00Z', 'UTC')).toEqual({ jour: '01/06/2026', heure: '12:00:00' });
  });

  it('gives today’s day in a zone', () => {
    expect(todayIn('Africa/Niamey', new Date('2026-12-31T22:59:59Z'))).toBe('2026-12-31');
    expect(todayIn('Africa/Niamey', new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
    expect(todayIn('Pacific/Pago_Pago', new Date('2026-01-01T05:00:00Z'))).toBe('2025-12-31');
  });
});

describe('the years that screens offer', () => {
  it('go from 2022 to next year for taxes, and three back for the dashboard', () => {
    expect(taxYears('2026-11-21')).toEqual([2022, 2023, 2024, 2025, 2026, 2027]);
    expect(fiscalYears('2026-01-01')).toEqual([2026, 2025, 2024]);
  });
});
