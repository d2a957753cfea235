import { expect, it } from 'vitest';
import { ecartOf, ecartText, manqueOf, partOf, partText, toneOf } from './ecart.ts';

const mean = partOf({ prevu: 1000, paye: 600 });

it('a place is classed by its points from the mean, the same on both sides', () => {
  const toneAt = (paye: number) => toneOf(ecartOf({ prevu: 1000, paye }, mean));
  expect([500, 501, 570, 571, 600, 629, 630, 699, 700].map(toneAt)).toEqual([
    'late2',
    'late1',
    'late1',
    'near',
    'near',
    'near',
    'lead1',
    'lead1',
    'lead2',
  ]);
});

it('a place with nothing planned has no gap, nor has any without a mean', () => {
  expect(ecartOf({ prevu: 0, paye: 0 }, mean)).toBeNull();
  expect(ecartOf({ prevu: 10, paye: 5 }, null)).toBeNull();
  expect(toneOf(null)).toBeUndefined();
  expect([ecartText(null), partText(null)]).toEqual(['–', '–']);
});

it('what a place lacks would bring it to the mean, and is nothing above it', () => {
  expect(manqueOf({ prevu: 500, paye: 100 }, mean)).toBe(200);
  expect(manqueOf({ prevu: 500, paye: 400 }, mean)).toBe(0);
  expect([ecartText(4.6), ecartText(-3.1), ecartText(0), partText(61.44)]).toEqual([
    '+4,6',
    '−3,1',
    '0,0',
    '61,4 %',
  ]);
});
