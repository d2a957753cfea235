/** The dashboard's table by sub-entity, as an exported file. */
import type { OpenRange } from '../../platform/values/period.ts';
import { periodText } from '../../platform/values/period.ts';
import { SCREENS } from '../../register.ts';
import type { Base, Dashboard } from '../figures.ts';
import { share } from '../share.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { datedFile, dessousText, type Lieu, criteriaOf } from './details.ts';
import { sousEntiteText } from './statistique.ts';

type Detail = Dashboard['details'][number];

export const DASHBOARD_HEADS = ['Enrôlement', 'Prévu', 'Payé', 'Montant Restant'] as const;
export const TAUX = 'Taux';

/** The possible orders: its columns from left to right. */
export const DASHBOARD_ORDERS = ['nom', 'contribuables', 'prevu', 'paiement', 'restant', 'taux'] as const;
export interface DashboardOrdre {
  /** By name, as received, when absent. */
  orderBy?: (typeof DASHBOARD_ORDERS)[number] | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

const byName = new Intl.Collator('fr', { numeric: true });

/** The value that a column orders by; undefined values come last in both directions. */
const valueBy = (row: Detail, column: (typeof DASHBOARD_ORDERS)[number]): string | number | undefined =>
  column === 'taux' ? rate(row) : row[column];

/** Paid share of the planned amount, unrounded, so that equal percentages still have an order. */
const rate = ({ paiement, prevu }: Detail): number | undefined => (prevu > 0 ? paiement / prevu : undefined);

/**
 * The shown rows in order. The row of the place itself counts what belongs to none of its sub-entities; it is shown
 * only if not empty, as is a disabled place.
 */
export function dashboardRows(
  details: readonly Detail[],
  { orderBy, sortOrder }: DashboardOrdre = {},
): Detail[] {
  const shown = details.filter(
    ({ direct, enabled, contribuables, prevu, paiement }) =>
      (!direct && enabled) || contribuables !== 0 || prevu !== 0 || paiement !== 0,
  );
  if (!orderBy) return shown;
  const sign = sortOrder === 'desc' ? -1 : 1;
  return shown.toSorted((one, other) => {
    const [a, b] = [valueBy(one, orderBy), valueBy(other, orderBy)];
    if (a === b) return byName.compare(one.nom, other.nom);
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
    const compared = typeof a === 'string' ? byName.compare(a, String(b)) : a - Number(b);
    return sign * compared;
  });
}

/** A row's name, marked if the place is disabled. */
export const dashboardText = (row: Detail): string =>
  row.enabled ? sousEntiteText(row) : `${sousEntiteText(row)} (inactive)`;

/**
 * Whether an unpaid amount makes sense: with the base `encaissement` and no échéance in the period, the money paid
 * échéances of other periods.
 */
export const hasRestant = (base: Base, { prevu }: Pick<Dashboard['stats'], 'prevu'>): boolean =>
  base === 'enrolement' || prevu !== 0;

/** `Par département`: what a row stands for. */
export function dashboardTitle([first]: readonly Detail[], lieu: Lieu): string {
  const entites = first ? first.type === 'entite' : lieu.noms.length === 0;
  return `Par ${entites ? 'collectivité' : dessousText(lieu)}`;
}

interface DashboardCriteria {
  lieu: Lieu;
  range: OpenRange;
  annee: number;
  base: Base;
  betail: 0 | 1;
}

export function dashboardClasseur(
  { stats, details }: Dashboard,
  { lieu, range, annee, base, betail }: DashboardCriteria,
  ordre?: DashboardOrdre,
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
    ...criteriaOf({ lieu, periode: periodText(range), base, betail, autres: [`exercice ${annee}`] }),
    columns: [
      { header: 'Sous-entité', kind: 'text' },
      { header: number, kind: 'number' },
      ...amounts.map((header) => ({ header, kind: 'amount' as const })),
      { header: `${TAUX} (%)`, kind: 'number' },
    ],
    rows: dashboardRows(details, ordre).map((row) => line(dashboardText(row), row)),
    sommes: [line('TOTAL', stats)],
  };
}
