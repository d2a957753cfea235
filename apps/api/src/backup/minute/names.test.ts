import { describe, expect, test } from 'vitest';
import {
  baseFor,
  baseNames,
  chainOf,
  isKeptName,
  keptName,
  outdated,
  segmentAfter,
  type Sheet,
} from './names.ts';

const SEGMENT = 16 * 2 ** 20;
const segment = (n: number, timeline = 1): string =>
  [timeline, Math.floor(n / 256), n % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
const sheet = (day: string, n: number, more: Partial<Sheet> = {}): Sheet => ({
  format: 1,
  fichier: baseNames(new Date(`${day}T02:00:00Z`), false).base,
  debut: `${day}T02:00:00.000Z`,
  fin: `${day}T02:05:00.000Z`,
  premier: segment(n),
  dernier: segment(n + 1),
  segment: SEGMENT,
  octets: 1,
  version: 18,
  fuseau: 'UTC',
  ...more,
});
const show = (moment: Date): string => moment.toISOString();
const NOW = new Date('2026-11-30T12:00:00Z');

describe('the log', () => {
  test('continues in the next file after the last part', () => {
    expect(segmentAfter(segment(255), SEGMENT)).toBe(segment(256));
    expect(segmentAfter(segment(0x3f), 64 * 2 ** 20)).toBe(segment(256));
  });

  test('is read to its end, or to its first gap', () => {
    const base = sheet('2026-11-20', 254);
    const there = [254, 255, 256, 257].map((n) => segment(n));
    expect(chainOf(base, [...there, segment(300, 2)])).toEqual({ segments: there, missing: undefined });
    expect(chainOf(base, there.toSpliced(2, 1))).toEqual({ segments: there.slice(0, 2), missing: there[2] });
    expect(chainOf(base, there.slice(0, 1)).missing).toBe(there[1]);
  });
});

describe('the copy to start from', () => {
  const sheets = [sheet('2026-11-20', 10), sheet('2026-11-21', 20), sheet('2026-11-22', 30)];
  test.each([
    ['2026-11-21T02:05:00Z', 1],
    ['2026-11-22T02:04:59Z', 1],
    ['2026-11-29T00:00:00Z', 2],
  ])('for %s is the last one that had ended by then', (target, at) => {
    expect(baseFor(sheets.toReversed(), new Date(target), NOW, show)).toBe(sheets[at]);
  });

  test('is the last one for the end of the log', () => {
    expect(baseFor(sheets, undefined, NOW, show)).toBe(sheets[2]);
  });

  test.each([
    ['2026-11-20T02:04:59Z', /avant le 2026-11-20T02:05/],
    ['2026-12-01T00:00:00Z', /est à venir/],
  ])('is none for %s', (target, how) => {
    expect(() => baseFor(sheets, new Date(target), NOW, show)).toThrow(how);
  });

  test('is none for an hour that occurred twice, when the clock was set back', () => {
    const back = [...sheets, sheet('2026-11-21', 40, { debut: '2026-11-21T23:00:00.000Z' })];
    expect(() => baseFor(back, new Date('2026-11-22T00:00:00Z'), NOW, show)).toThrow(/a reculé/);
    expect(baseFor(back, new Date('2026-11-20T03:00:00Z'), NOW, show)).toBe(sheets[0]);
  });
});

describe('what is kept', () => {
  const held = (...made: Sheet[]) =>
    new Map(made.map((one) => [one.fichier.replace('.tar.gz', '.json'), one]));
  const kept = (sheets: Map<string, Sheet>, days: number, log: string[] = []) => {
    const names = [...sheets.keys(), ...[...sheets.values()].map(({ fichier }) => fichier), ...log];
    const gone = new Set(outdated(names, sheets, days));
    return names.filter((name) => !gone.has(name));
  };
  const day = (n: number, more: Partial<Sheet> = {}) => sheet(`2026-11-${n}`, n, more);

  test('allows a recovery to any minute of the given days', () => {
    const again = day(21, {
      fichier: 'base-20261121T090000Z.tar.gz',
      premier: segment(21, 2),
      fin: '2026-11-21T09:00:00.000Z',
    });
    const sheets = held(day(18), day(19), day(20), day(21), again, day(22, { premier: segment(22, 2) }));
    const log = [18, 19, 20, 22].map((n) => keptName(segment(n), true));
    expect(kept(sheets, 2, [...log, 'notes.txt'])).toEqual([
      'base-20261120T020000Z.json',
      'base-20261121T020000Z.json',
      'base-20261121T090000Z.json',
      'base-20261122T020000Z.json',
      'base-20261120T020000Z.tar.gz',
      'base-20261121T020000Z.tar.gz',
      'base-20261121T090000Z.tar.gz',
      'base-20261122T020000Z.tar.gz',
      ...log.slice(2),
      'notes.txt',
    ]);
    expect(outdated(log, new Map(), 2)).toEqual([]);
    expect(isKeptName('notes.txt')).toBe(false);
  });

  test('is not removed by a clock that is years ahead', () => {
    const ahead = day(22, { fin: '2046-11-22T02:05:00.000Z' });
    expect(kept(held(day(19), day(20), day(21), ahead), 2).filter((name) => name.endsWith('.json'))).toEqual([
      'base-20261120T020000Z.json',
      'base-20261121T020000Z.json',
      'base-20261122T020000Z.json',
    ]);
  });
});
