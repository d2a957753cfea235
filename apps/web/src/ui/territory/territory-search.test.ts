import { expect, it } from 'vitest';
import { readTerritorySearch } from './territory-search.ts';

it('a place is parsed from all kinds of links', () => {
  expect(readTerritorySearch({ entite: 1, ms: [27] })).toEqual({ entite: 1, ms: [27] });
  expect(readTerritorySearch({ entite: '1', ms: '27,51' })).toEqual({ entite: 1, ms: [27, 51] });
  expect(readTerritorySearch({ entite: [3], ms: 27 })).toEqual({ entite: 3, ms: [27] });
});

it('an invalid place is dropped', () => {
  expect(readTerritorySearch({ entite: 'Niamey', ms: [] })).toEqual({});
  expect(readTerritorySearch({ entite: -1, ms: [0, null, 1.5] })).toEqual({});
});
