import { expect, test } from 'vitest';
import { instantOf, localText } from './clock.ts';

test.each([
  ['2026-11-22 10:31', 'Africa/Niamey', '2026-11-22T09:31:00.000Z'],
  ['2026-11-22T10:31:07', 'Africa/Niamey', '2026-11-22T09:31:07.000Z'],
  ['2026-07-01 00:00', 'Europe/Paris', '2026-06-30T22:00:00.000Z'],
  ['2026-03-29 03:00', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
])('%s in %s is %s', (text, zone, instant) => {
  const read = instantOf(text, zone);
  expect(read?.toISOString()).toBe(instant);
  expect(localText(read!, zone)).toContain(text.slice(0, 10));
});

test.each(['hier', '2026-11-22', '2026-02-30 10:00', '2026-11-22 25:00', '2026-03-29 02:30'])(
  '%s is no hour in Paris',
  (text) => expect(instantOf(text, 'Europe/Paris')).toBeUndefined(),
);
