import { formatInstant } from '@octroi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay, localHour } from './local-time.ts';

describe('an instant in a file', () => {
  it.each(['Africa/Niamey', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'is shown in the local time of %s',
    (timeZone) => {
      fc.assert(
        fc.property(
          fc.date({ min: new Date('1970-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
          (date) => {
            const instant = date.toISOString();
            expect({ jour: localDay(instant, timeZone), heure: localHour(instant, timeZone) }).toEqual(
              formatInstant(instant, timeZone),
            );
          },
        ),
      );
    },
  );

  it.each([
    ['2026-03-29T00:59:59Z', '01:59:59'],
    ['2026-03-29T01:00:00Z', '03:00:00'],
    ['2026-10-25T00:59:59Z', '02:59:59'],
    ['2026-10-25T01:00:00Z', '02:00:00'],
  ])('%s is %s on the days when clocks change', (instant, hour) => {
    expect(localHour(instant, 'Europe/Paris')).toBe(hour);
  });

  it('of a day without an hour is that day', () => {
    expect(localDay('2026-11-21', 'Pacific/Kiritimati')).toBe('21/11/2026');
  });
});
