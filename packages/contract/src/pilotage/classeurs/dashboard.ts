/** The dashboard's table by sub-entity as a file takes it. */
import type { OpenRange } from '../../platform/values/period.ts';
import { periodText } from '../../platform/values/period.ts';
import { SCREENS } from '../../register.ts';
import type { Base, Dashboard } from '../figures.ts';
import { share } from '../share.ts';
import type { Classeur, ClasseurValue } from './classeur.ts';
import { datedFile, dessousText, type Lieu, saidOf } from './details.ts';
import { sousEntiteText } from './statistique.ts';

type Detail = Dashboard['details'][number];

export const DASHBOARD_HEADS = ['Enrôlement', 'Prévu', 'Payé', 'Montant Restant'] as const;
export const TAUX = 'Taux';

/** What its rows may be ordered by: its columns, from left to right. */
export const DASHBOARD_ORDERS = ['nom', 'contribuables', 'prevu', 'paiement', 'restant', 'taux'] as const;
export interface DashboardOrdre {
  /** By name, as they come, where it is not said. */
  orderBy?: (typeof DASHBOARD_ORDERS)[number] | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

const byName = new Intl.Collator('fr', { numeric: true });

/** The value that a column orders by; undefined, which stands last either way, where there is none. */
const valueBy = (row: Detail, column: (typeof DASHBOARD_ORDERS)[number]): string | number | undefined =>
  column === 'taux' ? rate(row) : row[column];

/** Paid of what is expected, unrounded: those that show the same percent still have an order. */
const rate = ({ paiement, prevu }: Detail): number | undefined => (prevu > 0 ? paiement / prevu : undefined);

/**
 * The rows that are shown, in their order. That of the place itself counts what stands on none of its sub-entities, and is
 * there when there is some; so is a place that is no longer at work.
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

/** A row's name, marked where the place is no longer at work. */
export const dashboardText = (row: Detail): string =>
  row.enabled ? sousEntiteText(row) : `${sousEntiteText(row)} (inactive)`;

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

interface DashboardSaid {
  lieu: Lieu;
  range: OpenRange;
  annee: number;
  base: Base;
  betail: 0 | 1;
}

export function dashboardClasseur(
  { stats, details }: Dashboard,
  { lieu, range, annee, base, betail }: DashboardSaid,
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
    ...saidOf({ lieu, periode: periodText(range), base, betail, autres: [`exercice ${annee}`] }),
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
