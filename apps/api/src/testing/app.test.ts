import { todayIn } from '@octroi/contract';
import { expect, it } from 'vitest';
import { beginDay, testApp, TIME_ZONE, TODAY, YEAR } from './app.ts';

/** The state left by an earlier test file of the worker, before midnight of the last day of a year. */
beginDay(new Date('2001-12-31T22:59:00Z'));
const left = [TODAY, YEAR];
const before = todayIn(TIME_ZONE);
await testApp();
const after = todayIn(TIME_ZONE);

it('a test file gets the day on which it begins, not the day of its worker’s first file', () => {
  expect(left).toEqual(['2001-12-31', 2001]);
  expect([before, after]).toContain(TODAY);
  expect(YEAR).toBe(Number(TODAY.slice(0, 4)));
});
