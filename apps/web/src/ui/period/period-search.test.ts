import { describe, expect, it } from 'vitest';
import { rangeText } from '@octroi/contract/platform/values/period';
import { rangeOf, rangeWords, readPeriodSearch, searchOfRange } from './period-search.ts';

const today = '2026-11-21';

describe('a period in the address', () => {
  it('is empty for today, and round-trips', () => {
    const ranges = [
      { from: today, to: today },
      { from: '2026-01-01', to: '2026-12-31' },
      { from: '2026-01-01', to: undefined },
      {},
    ];
    for (const range of ranges) expect(rangeOf(searchOfRange(range, today), today)).toEqual(range);
    expect(searchOfRange({ from: today, to: today }, today)).toEqual({});
    expect(searchOfRange({}, today)).toEqual({ dates: 'toutes' });
  });

  it('drops invalid days and reverses a backward range', () => {
    expect(readPeriodSearch({ from: '2026-02-30', to: 'demain' })).toEqual({});
    expect(readPeriodSearch({ from: '2026-03-01', to: '2026-02-01' })).toEqual({
      from: '2026-02-01',
      to: '2026-03-01',
    });
    expect(readPeriodSearch({ from: '2026-03-01', dates: 'toutes' })).toEqual({ from: '2026-03-01' });
  });
});

it('a range is written for the button and for a sentence', () => {
  expect(rangeText({ from: '2026-11-02', to: '2026-11-13' })).toBe('02/11/2026 au 13/11/2026');
  expect(rangeText({})).toBe('Toutes les dates');
  expect(rangeWords({ from: today, to: today }, today)).toBe("aujourd'hui");
  expect(rangeWords({ from: '2026-01-01', to: '2026-12-31' }, today)).toBe('cette année');
  expect(rangeWords({ from: '2026-11-02', to: '2026-11-13' }, today)).toBe('du 02/11/2026 au 13/11/2026');
});
