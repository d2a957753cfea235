import { expect, it } from 'vitest';
import { readTerritorySearch } from './territory-search.ts';

it('a place is read as links of any kind write it', () => {
  expect(readTerritorySearch({ entite: 1, ms: [27] })).toEqual({ entite: 1, ms: [27] });
  expect(readTerritorySearch({ entite: '1', ms: '27,51' })).toEqual({ entite: 1, ms: [27, 51] });
  expect(readTerritorySearch({ entite: [3], ms: 27 })).toEqual({ entite: 3, ms: [27] });
});

it('what names no place is left out', () => {
  expect(readTerritorySearch({ entite: 'Niamey', ms: [] })).toEqual({});
  expect(readTerritorySearch({ entite: -1, ms: [0, null, 1.5] })).toEqual({});
});
