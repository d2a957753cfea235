import { expect, it } from 'vitest';
import { parseMaille, maillesOf, MAX_MAILLES } from '@octroi/contract/territoire/maille';
import type { MailleCarte } from '@octroi/contract/pilotage/carte';
import { cellText } from '@octroi/contract/pilotage/classeurs/carte';
import { cadreOf, contourArea, lieuPoint, maillePoint, niveauOf, opensList } from './cellules.ts';
import { formatVue, parseVue, readCarteSearch } from './search.ts';

const cell: MailleCarte = {
  x: 67,
  y: 432,
  latitude: 13.51,
  longitude: 2.11,
  contribuables: 1240,
  prevu: 1000,
  paye: 620,
  restant: 380,
  soldes: 600,
  partiels: 100,
  impayes: 500,
  sansDu: 40,
  entite: { id: 1, nom: 'Ville de Niamey' },
  autresEntites: 0,
  lieu: { id: 7, nom: 'Plateau', parent: null },
};

it('a cell is named by the lowest place that contains it, else by its collectivités', () => {
  expect(cellText(cell)).toBe('Plateau');
  expect(cellText({ ...cell, lieu: { id: 8, nom: 'Zone 1', parent: 'Plateau' } })).toBe('Plateau › Zone 1');
  expect(cellText({ ...cell, lieu: null })).toBe('Ville de Niamey');
  expect(cellText({ ...cell, lieu: null, autresEntites: 1 })).toBe('Ville de Niamey et 1 autre');
  expect(cellText({ ...cell, lieu: null, autresEntites: 3 })).toBe('Ville de Niamey et 3 autres');
});

it('its mark gives number and share as text, not by colour only', () => {
  expect(maillePoint(cell, 12, 62)).toMatchObject({
    id: '12/67/432',
    label: 'Plateau : 1\u202f240 contribuables, 62 % payés',
    share: 62,
    tone: 'near',
  });
  expect(maillePoint({ ...cell, prevu: 0, paye: 0, contribuables: 1 }, 12, 62)).toMatchObject({
    label: 'Plateau : 1 contribuable, sans assiète',
    share: null,
  });
});

it('a cell with few taxpayers opens a list, one with many zooms in, up to the highest zoom', () => {
  expect(opensList(cell, 12)).toBe(false);
  expect(opensList(cell, 16)).toBe(true);
  expect(opensList({ ...cell, contribuables: 25 }, 6)).toBe(true);
});

it('the visible part is requested in whole cells, within the globe and the limit of a reply', () => {
  const at = { centre: { latitude: 0, longitude: 0 } };
  const small = { ...at, west: 2.101, south: 13.501, east: 2.119, north: 13.519, zoom: 12 };
  expect(cadreOf(small)).toBe('2.09375,13.5,2.125,13.53125');
  expect(cadreOf({ ...small, west: 2.095 })).toBe(cadreOf(small));
  expect(cadreOf({ ...at, west: -400, south: -89, east: 400, north: 89, zoom: 2 })).toBe('-180,-90,180,90');
  const wide = { ouest: -20, sud: -12, est: 20, nord: 12 };
  expect(maillesOf(wide, 6).nombre).toBeLessThan(MAX_MAILLES);
  expect(parseMaille('12/67/432')).toBeDefined();
});

it('a place is a dot with its name and gap, where its taxpayers have positions', () => {
  const position = { latitude: 13.5, longitude: 2.1 };
  const lieu = {
    id: 3,
    type: 'entite' as const,
    nom: 'Commune urbaine de Gaya',
    direct: false,
    prevu: 1000,
    paye: 400,
    position,
  };
  expect(lieuPoint(lieu, 45)).toEqual([
    {
      id: 'entite 3',
      ...position,
      label: 'Commune urbaine de Gaya : 40,0 % payés, −5,0 points de la moyenne',
      dot: 'Gaya −5,0',
      tone: 'late1',
    },
  ]);
  expect(lieuPoint({ ...lieu, position: null }, 45)).toEqual([]);
});

it('a view is read back from its address, and an invalid one is dropped', () => {
  const view = { latitude: 13.51, longitude: 2.11, zoom: 12 };
  expect(parseVue(formatVue(view))).toEqual(view);
  for (const vue of ['95,2,12', '13,2', '13,2,40', 'ici', '13,200,5', 12])
    expect(readCarteSearch({ vue }).vue, String(vue)).toBeUndefined();
});

it('an outline gives its gap to the mean as text, and in the colour of the marks', () => {
  const contour = { id: 7, nom: 'Plateau', polygones: [], prevu: 1000, paye: 620 };
  expect(contourArea(contour, 50)).toEqual({
    id: 7,
    name: 'Plateau +12,0',
    label: 'Plateau : 62,0 % payés, +12,0 points de la moyenne',
    polygons: [],
    tone: 'lead2',
  });
  expect(contourArea({ ...contour, prevu: 0, paye: 0 }, 50)).toEqual({
    id: 7,
    name: 'Plateau',
    label: 'Plateau : sans assiète',
    polygons: [],
  });
  expect([5, 13, 14, 19].map(niveauOf)).toEqual(['quartier', 'quartier', 'secteur', 'secteur']);
});
