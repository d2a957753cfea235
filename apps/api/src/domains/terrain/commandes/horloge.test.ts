import { expect, it } from 'vitest';
import { compteLe, instantDe } from './horloge.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const recu = Date.parse('2026-11-27T18:00:00Z');
const depuis = recu - 3 * DAY;
const at = (faitLe: string, decalage: number | null) => compteLe({ faitLe, decalage }, { depuis, recu });
const iso = (instant: number): string => new Date(instant).toISOString();

it.each([
  ['right, two days ago', iso(recu - 2 * DAY), 0, recu - 2 * DAY],
  [
    'in 1970, and known to be',
    iso(Date.parse('1970-01-02')),
    recu - DAY - Date.parse('1970-01-02'),
    recu - DAY,
  ],
  ['in 1970, and not known to be', '1970-01-02T00:00:00Z', 0, recu],
  ['in 2031, and not known to be', '2031-03-12T10:00:00Z', 0, recu],
  ['never compared with the server', iso(recu - DAY), null, recu],
  ['an hour ahead, and known to be', iso(recu - DAY + HOUR), -HOUR, recu - DAY],
  ['an hour ahead since the last contact, a day ago', iso(recu - DAY + HOUR), 0, recu - DAY + HOUR],
  ['an hour ahead since the last contact, just now', iso(recu + HOUR), 0, recu],
  ['a minute ahead of the reception', iso(recu + 60_000), 0, recu],
  ['before the last contact by a minute', iso(depuis - 60_000), 0, depuis],
  ['changed twice, to before the last contact', iso(recu - 9 * DAY), 0, recu],
  [
    'written with the offset of another zone',
    '2026-11-27T06:00:00+14:00',
    0,
    Date.parse('2026-11-26T16:00:00Z'),
  ],
])('an act of a phone whose clock is %s counts for one instant', (_clock, faitLe, decalage, instant) => {
  expect(iso(at(faitLe, decalage))).toBe(iso(instant));
});

it('an instant that the database cannot hold is stored as the nearest that it can', () => {
  expect([iso(instantDe('1970-01-01T00:00:00Z')), iso(instantDe('9999-12-31T00:00:00Z'))]).toEqual([
    '2000-01-01T00:00:00.000Z',
    '2100-01-01T00:00:00.000Z',
  ]);
});
