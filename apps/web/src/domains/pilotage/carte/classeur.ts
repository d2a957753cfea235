import { SCREENS } from '@octroi/contract/register';
/** The table beside the map as a file takes it. */
import type { Carte, MailleCarte } from '@octroi/contract/pilotage/carte';
import type { Classeur, ClasseurValue } from '@octroi/contract/pilotage/classeur';
import { nameOf, partPayee } from './cellules.ts';

export type Sums = Carte['total'];

export const HEADS = ['Contribuables', 'Prévu', 'Payé', 'Montant Restant'] as const;
export const PART_HEADS = [
  ['soldes', 'Soldés'],
  ['partiels', 'En partie'],
  ['impayes', 'Rien payé'],
] as const;

/** What is chosen, has a position, and lies outside the part of the map in sight. */
export function beyondOf({ total, sansPosition }: Carte, cells: readonly MailleCarte[]): Sums {
  const left = (name: keyof Sums): number =>
    total[name] - sansPosition[name] - cells.reduce((sum, cell) => sum + cell[name], 0);
  return {
    contribuables: left('contribuables'),
    prevu: left('prevu'),
    paye: left('paye'),
    restant: left('restant'),
  };
}

/** A metre. */
const DECIMALS = 5;

/** @param cells in sight, in the order of the screen */
export function classeurOf(carte: Carte, cells: readonly MailleCarte[], file: string): Classeur {
  const [people, ...amounts] = HEADS;
  const line = (nom: string, sums: Sums, cell?: MailleCarte): ClasseurValue[] => [
    nom,
    ...(cell
      ? [cell.latitude, cell.longitude].map((degrees) => Number(degrees.toFixed(DECIMALS)))
      : [null, null]),
    sums.contribuables,
    sums.prevu,
    sums.paye,
    sums.restant,
    partPayee(sums),
    ...PART_HEADS.map(([part]) => cell?.[part] ?? null),
  ];
  const others: [string, Sums][] = [
    ['Hors de la vue', beyondOf(carte, cells)],
    ['Sans position', carte.sansPosition],
  ];
  return {
    navigation: 'carte',
    title: SCREENS.carte.nom,
    file,
    columns: [
      { header: 'Lieu', kind: 'text' },
      { header: 'Latitude', kind: 'number' },
      { header: 'Longitude', kind: 'number' },
      { header: people, kind: 'number' },
      ...amounts.map((header) => ({ header, kind: 'amount' as const })),
      { header: 'Part payée (%)', kind: 'number' },
      ...PART_HEADS.map(([, header]) => ({ header, kind: 'number' as const })),
    ],
    rows: [
      ...cells.map((cell) => line(nameOf(cell), cell, cell)),
      ...others.filter(([, { contribuables }]) => contribuables !== 0).map(([nom, sums]) => line(nom, sums)),
    ],
    sommes: [line('TOTAL', carte.total)],
  };
}
