import type { Noeud } from '@octroi/contract/territoire/arbre';
import { expect, it } from 'vitest';
import { treeLines } from './tree.ts';

const node = (id: number, parent: number | null, nom: string): Noeud => ({
  id,
  parent,
  nom,
  code: `C${id}`,
  type: { id: 1, nom: 'Type' },
  enabled: true,
  masquePar: null,
  cptr: 0,
  cptrContrib: 0,
  cptrCarte: 0,
});
const NODES = [
  node(1, null, 'Niamey I'),
  node(2, null, 'Niamey II'),
  node(3, 1, 'Plateau'),
  node(4, 1, 'Yantala'),
  node(5, 3, 'Zone Écoles'),
];
const shown = (open: number[], search?: string): string[] =>
  treeLines(NODES, new Set(open), search).map(({ nom, depth }) => `${'>'.repeat(depth)}${nom}`);

it('shows the top and the expanded nodes', () => {
  expect(shown([])).toEqual(['Niamey I', 'Niamey II']);
  expect(shown([1])).toEqual(['Niamey I', '>Plateau', '>Yantala', 'Niamey II']);
  expect(shown([3])).toEqual(['Niamey I', 'Niamey II']);
});

it('shows the matches with all their ancestors', () => {
  expect(shown([], 'ecoles')).toEqual(['Niamey I', '>Plateau', '>>Zone Écoles']);
  expect(shown([1, 3], 'c2')).toEqual(['Niamey II']);
  expect(shown([], 'ecole zone')).toEqual(['Niamey I', '>Plateau', '>>Zone Écoles']);
  expect(shown([], 'nulle part')).toEqual([]);
});
