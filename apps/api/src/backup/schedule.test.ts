import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastDue, nextDue } from './schedule.ts';

it('is due once a day, at the hour in local time', () => {
  const now = new Date('2026-11-22T17:47:30Z');
  expect(lastDue(now, 2, 'Africa/Niamey')).toEqual(new Date('2026-11-22T01:00:00Z'));
  expect(nextDue(now, 2, 'Africa/Niamey')).toEqual(new Date('2026-11-23T01:00:00Z'));
  expect(lastDue(now, 19, 'Africa/Niamey')).toEqual(new Date('2026-11-21T18:00:00Z'));
  // exactly when it is due
  expect(lastDue(new Date('2026-11-22T01:00:00Z'), 2, 'Africa/Niamey')).toEqual(
    new Date('2026-11-22T01:00:00Z'),
  );
  expect(lastDue(now, 0, 'Asia/Kathmandu')).toEqual(new Date('2026-11-21T18:15:00Z'));
});

it('is found before and after any instant, in any zone, across clock changes', () => {
  const zones = fc.constantFrom(
    'Africa/Niamey',
    'Europe/Paris',
    'Asia/Kolkata',
    'America/St_Johns',
    'Australia/Lord_Howe',
  );
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 23 }), zones, (now, hour, zone) => {
      const last = lastDue(now, hour, zone);
      const next = nextDue(now, hour, zone);
      expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime() - last.getTime()).toBeLessThanOrEqual(49 * 3_600_000);
      expect(nextDue(last, hour, zone)).toEqual(next);
    }),
    { numRuns: 60 },
  );
});
