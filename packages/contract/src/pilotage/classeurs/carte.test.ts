import { expect, it } from 'vitest';
import type { Carte, MailleCarte } from '../carte.ts';
import { carteClasseur } from './carte.ts';

const NONE = { contribuables: 0, prevu: 0, paye: 0, restant: 0 };
const CELL: MailleCarte = {
  contribuables: 3,
  prevu: 9000,
  paye: 3000,
  restant: 6000,
  soldes: 1,
  partiels: 0,
  impayes: 2,
  sansDu: 0,
  x: 1,
  y: 2,
  latitude: 13.511_274_9,
  longitude: 2.1,
  entite: { id: 1, nom: 'Ville de Niamey' },
  autresEntites: 0,
  lieu: { id: 7, nom: 'Secteur 1', parent: 'Zone 2' },
};
const carteOf = (total: Carte['total'], sansPosition: Carte['total'] = NONE): Carte => ({
  total,
  sansPosition,
  cadre: null,
});
const criteria = {
  lieu: { noms: [], partout: 'Toutes les collectivités', dessous: 0 },
  range: {},
  annee: 2026,
  betail: 0 as const,
};
const rowsOf = (carte: Carte) => carteClasseur(carte, [CELL], criteria).rows;

it('a cell is written with its place, its figures and its part, as beside the map', () => {
  const total = { contribuables: 3, prevu: 9000, paye: 3000, restant: 6000 };
  const { columns, rows, sommes, file, details } = carteClasseur(carteOf(total), [CELL], criteria);
  expect(file).toBe('carte-2026');
  expect(details).toEqual([
    'Toutes les collectivités',
    'Toutes les dates · Par enrôlement · exercice 2026 · sans le bétail',
  ]);
  expect(rows).toEqual([['Zone 2 › Secteur 1', 13.51127, 2.1, 3, 9000, 3000, 6000, 33, 1, 0, 2]]);
  expect(sommes).toEqual([['TOTAL', null, null, 3, 9000, 3000, 6000, 33, null, null, null]]);
  expect(columns.map(({ kind }) => kind).join()).toBe(
    'text,number,number,number,amount,amount,amount,number,number,number,number',
  );
});

it('taxpayers out of view and without position have rows if there are any, so that the rows add up', () => {
  const total = { contribuables: 10, prevu: 20_000, paye: 9000, restant: 11_000 };
  const without = { contribuables: 2, prevu: 1000, paye: 0, restant: 1000 };
  const rows = rowsOf(carteOf(total, without));
  expect(rows.map(([name, , , people]) => [name, people])).toEqual([
    ['Zone 2 › Secteur 1', 3],
    ['Hors de la vue', 5],
    ['Sans position', 2],
  ]);
  for (const [at, sum] of [10, 20_000, 9000, 11_000].entries())
    expect(rows.reduce((added, row) => added + Number(row[3 + at]), 0)).toBe(sum);
});
