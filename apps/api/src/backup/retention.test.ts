import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backupName, isBackupName, backupsToKeep } from './retention.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
const ZONE = 'Africa/Niamey';
const nameAt = (hours: number, manual = false): string =>
  backupName(new Date(START + hours * HOUR), ZONE, { encrypted: hours % 2 === 0, manual });
const names = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 * 800 }), { maxLength: 200 })
  .map((hours) => hours.map((hour) => nameAt(hour)));
const retention = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  weeks: fc.integer({ min: 0, max: 20 }),
  months: fc.integer({ min: 0, max: 30 }),
});

it('keeps the latest, no more than configured, and only backups', () => {
  fc.assert(
    fc.property(names, retention, (all, kept) => {
      const stay = backupsToKeep([...all, 'notes.txt', 'octroi-2030-01-01.octroi'], kept);
      expect(stay.size).toBeLessThanOrEqual(Math.max(1, kept.days + kept.weeks + kept.months));
      const latest = all.toSorted().at(-1);
      if (latest) expect(stay).toContain(latest);
      for (const name of stay) expect(all).toContain(name);
    }),
  );
});

it('keeps manual backups, and counts them for no day, week or month', () => {
  fc.assert(
    fc.property(names, names, retention, (scheduled, others, kept) => {
      const asked = others.map((name) => name.replace('.octroi', '-manuelle.octroi'));
      const stay = backupsToKeep([...scheduled, ...asked], kept);
      expect([...stay].toSorted()).toEqual([...backupsToKeep(scheduled, kept), ...asked].toSorted());
    }),
  );
});

it('keeps a backup of each of the latest days, weeks and months that have one', () => {
  const text = { days: 10, weeks: 7, months: 7 };
  fc.assert(
    fc.property(names, retention, (all, kept) => {
      const stay = [...backupsToKeep(all, kept)];
      const day = (name: string): string => name.slice('octroi-'.length, 'octroi-'.length + text.days);
      const month = (name: string): string => day(name).slice(0, text.months);
      const latest = (of: (name: string) => string, count: number): string[] =>
        [...new Set(all.map(of))].toSorted().toReversed().slice(0, count);
      for (const wanted of latest(day, kept.days)) expect(stay.map(day)).toContain(wanted);
      for (const wanted of latest(month, kept.months)) expect(stay.map(month)).toContain(wanted);
    }),
  );
});

it('keeps the same whether it runs after every backup or once for all', () => {
  fc.assert(
    fc.property(names, retention, (all, kept) => {
      let there: string[] = [];
      for (const name of all.toSorted()) {
        const with_ = [...there, name];
        const stay = backupsToKeep(with_, kept);
        there = with_.filter((one) => stay.has(one));
      }
      expect(there).toEqual([...backupsToKeep(all, kept)].toSorted());
    }),
  );
});

it('keeps seven days, four weeks and six months of a year of daily backups', () => {
  const year = Array.from({ length: 366 }, (_, day) => nameAt(day * 24 + 1));
  // the last of them is Tuesday 31 December 2024
  expect(
    [...backupsToKeep(year, { days: 7, weeks: 4, months: 6 })].map((name) => name.slice(7, 17)).toSorted(),
  ).toEqual([
    '2024-07-31',
    '2024-08-31',
    '2024-09-30',
    '2024-10-31',
    '2024-11-30',
    '2024-12-15',
    '2024-12-22',
    '2024-12-25',
    '2024-12-26',
    '2024-12-27',
    '2024-12-28',
    '2024-12-29',
    '2024-12-30',
    '2024-12-31',
  ]);
});

it('names a backup by the installation’s local time', () => {
  const moment = new Date('2026-11-22T23:30:05Z');
  expect(backupName(moment, ZONE, { encrypted: false, manual: false })).toBe(
    'octroi-2026-11-23-003005.octroi',
  );
  expect(backupName(moment, ZONE, { encrypted: true, manual: false })).toBe(
    'octroi-2026-11-23-003005.octroi.age',
  );
  expect(isBackupName(backupName(moment, ZONE, { encrypted: true, manual: false }))).toBe(true);
});
