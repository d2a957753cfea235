import { expect, it } from 'vitest';
import { labelOf, labelsOf, partsOf } from './resource-options.ts';

it.each([
  ['Secteur B - Zone 1', ['Secteur B', 'Zone 1']],
  ['Yantala secteur b', ['Yantala', 'secteur b']],
  ['Niamey II › Yantala › Zone 1', ['Niamey II', 'Yantala', 'Zone 1']],
  ['Saint-Pierre', ['Saint-Pierre']],
  [' - ', []],
  ['', []],
])('searches each part of « %s »', (typed, parts) => {
  expect(partsOf(typed)).toEqual(parts);
});

it.each([
  [{ id: 4, nom: 'Couture' }, 'Couture'],
  [{ id: 4, nom: 'Zone 1', chemin: 'Yantala' }, 'Zone 1 (Yantala)'],
  [{ id: 4, noTransaction: 'T-12' }, 'T-12'],
  [
    { id: 4, type: { id: 1, nom: 'Boutique' }, contribuable: { id: 2, fullName: 'Ali Sani' } },
    'Boutique - Ali Sani',
  ],
  [{ id: 4 }, 'sans nom (identifiant 4)'],
])('the label of a record: %j', (record, name) => {
  expect(labelOf(record)).toBe(name);
});

it('equal names are distinguished by their collectivité', () => {
  const [niamey, maradi] = [
    { id: 1, nom: 'Niamey' },
    { id: 2, nom: 'Maradi' },
  ];
  expect([
    ...labelsOf([
      { id: 5, nom: 'Commerce', entite: niamey },
      { id: 6, nom: 'Commerce', entite: maradi },
      { id: 7, nom: 'Commerce', entite: null },
      { id: 8, nom: 'Artisanat', entite: maradi },
    ]).values(),
  ]).toEqual(['Commerce (Niamey)', 'Commerce (Maradi)', 'Commerce', 'Artisanat']);
});
