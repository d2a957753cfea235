import { expect, it } from 'vitest';
import { joursDuPoint, moisDuPoint, moisOfferts, moisText } from './point-days.ts';

it('a month counts its complete days only, so that the first of a month tells of the one before', () => {
  expect(moisDuPoint('2026-11-27')).toBe('2026-11');
  expect(joursDuPoint('2026-11', '2026-11-27')).toEqual({ from: '2026-11-01', to: '2026-11-26' });
  expect(moisDuPoint('2026-12-01')).toBe('2026-11');
  expect(joursDuPoint('2026-11', '2026-12-01')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(joursDuPoint('2026-12', '2026-12-01')).toBeUndefined();
  expect(joursDuPoint('2024-02', '2026-11-27')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});

it('thirteen months are offered, over the end of a year', () => {
  const months = moisOfferts('2027-01-01');
  expect([months[0], months[11], months.length]).toEqual(['2026-12', '2026-01', 13]);
  expect(moisText('2026-12')).toBe('décembre 2026');
});
