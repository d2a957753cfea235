import { expect, it } from 'vitest';
import { partsOf } from './resource-options.ts';

it.each([
  ['Secteur B - Zone 1', ['Secteur B', 'Zone 1']],
  ['Yantala secteur b', ['Yantala', 'secteur b']],
  ['Niamey II › Yantala › Zone 1', ['Niamey II', 'Yantala', 'Zone 1']],
  ['Saint-Pierre', ['Saint-Pierre']],
  [' - ', []],
  ['', []],
])('looks for each part of « %s »', (typed, parts) => {
  expect(partsOf(typed)).toEqual(parts);
});
