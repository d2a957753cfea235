/** The table beside the map, as an exported file. */
import { type OpenRange, periodText } from '../../platform/values/period.ts';
import { SCREENS } from '../../register.ts';
import type { Carte, MailleCarte } from '../carte.ts';
import { share } from '../share.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { type Lieu, criteriaOf } from './details.ts';

export type Sums = Carte['total'];

export const CARTE_HEADS = ['Contribuables', 'Prévu', 'Payé', 'Montant Restant'] as const;
export const PART_HEADS = [
  ['soldes', 'Soldés'],
  ['partiels', 'En partie'],
  ['impayes', 'Rien payé'],
] as const;

/** The lowest place that contains the whole cell. */
export function cellText({ entite, autresEntites, lieu }: MailleCarte): string {
  if (lieu) return lieu.parent ? `${lieu.parent} › ${lieu.nom}` : lieu.nom;
  if (autresEntites === 0) return entite.nom;
  return `${entite.nom} et ${autresEntites} autre${autresEntites > 1 ? 's' : ''}`;
}

/** Paid share of the planned amount, in percent; null if nothing is planned. */
export const partPayee = ({ prevu, paye }: Pick<MailleCarte, 'prevu' | 'paye'>): number | null =>
  share(paye, prevu) ?? null;

/** The cells in table order: largest unpaid amount first. */
export const orderedCells = (cells: readonly MailleCarte[]): MailleCarte[] =>
  cells.toSorted((one, other) => other.restant - one.restant);

/** The selected taxpayers with a position outside the visible part of the map. */
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

interface CarteCriteria {
  lieu: Lieu;
  range: OpenRange;
  annee: number;
  betail: 0 | 1;
}

/** Precision of about a metre. */
const DECIMALS = 5;

/** @param mailles the visible cells */
export function carteClasseur(
  carte: Carte,
  mailles: readonly MailleCarte[],
  { lieu, range, annee, betail }: CarteCriteria,
): Classeur {
  const cells = orderedCells(mailles);
  const [people, ...amounts] = CARTE_HEADS;
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
    title: SCREENS.carte.nom,
    file: `carte-${annee}`,
    ...criteriaOf({
      lieu,
      periode: periodText(range),
      base: 'enrolement',
      betail,
      autres: [`exercice ${annee}`],
    }),
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
      ...cells.map((cell) => line(cellText(cell), cell, cell)),
      ...others.filter(([, { contribuables }]) => contribuables !== 0).map(([nom, sums]) => line(nom, sums)),
    ],
    sommes: [line('TOTAL', carte.total)],
  };
}
