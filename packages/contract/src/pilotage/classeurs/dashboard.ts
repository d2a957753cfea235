/** The dashboard's table by sub-entity as a file takes it. */
import type { OpenRange } from '../../period.ts';
import { periodText } from '../../period.ts';
import { SCREENS } from '../../register.ts';
import type { Base, Dashboard } from '../figures.ts';
import { share } from '../share.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { datedFile, dessousText, type Lieu, saidOf } from './details.ts';
import { sousEntiteText } from './statistique.ts';

type Detail = Dashboard['details'][number];

export const DASHBOARD_HEADS = ['Enrôlement', 'Prévu', 'Payé', 'Montant Restant'] as const;
export const TAUX = 'Taux';

/** The rows that are shown: that of the place itself, which counts what stands on none of its sub-entities, when there is some. */
export const dashboardRows = (details: readonly Detail[]): Detail[] =>
  details.filter((row) => !row.direct || row.contribuables !== 0 || row.prevu !== 0 || row.paiement !== 0);

/**
 * Whether the figures have something left to pay: money that came in where nothing fell due leaves nothing, and what it
 * pays fell due at another time.
 */
export const hasRestant = (base: Base, { prevu }: Pick<Dashboard['stats'], 'prevu'>): boolean =>
  base === 'enrolement' || prevu !== 0;

/** `Par département`: what the rows are. */
export function dashboardTitle([first]: readonly Detail[], lieu: Lieu): string {
  const entites = first ? first.type === 'entite' : lieu.noms.length === 0;
  return `Par ${entites ? 'collectivité' : dessousText(lieu)}`;
}

export interface DashboardSaid {
  lieu: Lieu;
  range: OpenRange;
  annee: number;
  base: Base;
  betail: 0 | 1;
}

export function dashboardClasseur(
  { stats, details }: Dashboard,
  { lieu, range, annee, base, betail }: DashboardSaid,
): Classeur {
  const left = hasRestant(base, stats);
  const line = (
    name: string,
    { contribuables, prevu, paiement, restant }: Dashboard['stats'] | Detail,
  ): ClasseurValue[] => [
    name,
    contribuables,
    prevu,
    paiement,
    left ? restant : null,
    share(paiement, prevu) ?? null,
  ];
  const [number, ...amounts] = DASHBOARD_HEADS;
  return {
    title: `${SCREENS['tableau-de-bord'].nom} ${dashboardTitle(details, lieu).toLowerCase()}`,
    file: datedFile('tableau-de-bord', range),
    ...saidOf({ lieu, periode: periodText(range), base, betail, autres: [`exercice ${annee}`] }),
    columns: [
      { header: 'Sous-entité', kind: 'text' },
      { header: number, kind: 'number' },
      ...amounts.map((header) => ({ header, kind: 'amount' as const })),
      { header: `${TAUX} (%)`, kind: 'number' },
    ],
    rows: dashboardRows(details).map((row) => line(sousEntiteText(row), row)),
    sommes: [line('TOTAL', stats)],
  };
}
