/** What makes one statistics screen another: the frame (`StatistiqueScreen`) does all that they share. */
import { type FigureScreen, SCREENS } from '@octroi/contract/register';
import type { ComponentType } from 'react';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { type OpenRange, type Period } from '@octroi/contract/platform/values/period';
import { type Mesure, STATISTIQUES, type TableStatistique } from '@octroi/contract/pilotage/classeurs/tables';
import type { Pas } from '@octroi/contract/pilotage/pas';
import type { QueryFor } from '#src/platform/call.ts';
import { linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import type { ListAddress } from '../figure-links.ts';

/** What the calls of statistics reply: rows, and the sums over them. */
export interface TableReply<Row = unknown, Sums = unknown> {
  data: Row[];
  totaux: Sums;
  pas: Pas | null;
  meta: { total_records: number };
}

/** What a figure was counted over: the whole of the screen, or one row of it. */
export interface Scoped {
  entite: number | undefined;
  ms: readonly number[];
  /** What stands at the sub-entity itself, without those beneath. */
  direct?: boolean;
  range: OpenRange;
  betail: 0 | 1;
  agent: number | undefined;
}

/** A column of figures, with the way to what it counts. */
export interface Measure<Reply extends TableReply> extends Mesure, MeasureDisplay<Reply> {}

/** What a screen adds to a column of figures. */
export interface MeasureDisplay<Reply extends TableReply> {
  /** The list of exactly what it counts, for the whole or for one row; a figure without a list is plain text. */
  list?: (scoped: Scoped, row: Reply['data'][number] | undefined) => Href | undefined;
  /** Label of its counter above the chart; none when absent. */
  counter?: string;
  /** Place of its counter among them, where it is not that of its column. */
  rank?: number;
}

type DisplayByMeasure<Reply extends TableReply> = {
  [Id in Extract<keyof Reply['totaux'], string>]?: MeasureDisplay<Reply>;
};

/** Asked for by a screen beside its period: a place by five selectors, one sub-entity, or an agent by name. */
type Chooser = 'lieu' | 'sous-entite' | 'agent';

export interface Statistique<Reply extends TableReply> {
  /** `Voir` opens the screen, `Exporter` takes table and picture away; its table has the same name. */
  screen: FigureScreen & TableStatistique;
  /** Breadcrumb behind « Statistiques ». */
  section: 'Recensement' | 'Recouvrement';
  /** The heading over the page. */
  heading: (territory: Territory) => string;
  /** The call that gives its table. */
  request: (query: CallQuery) => QueryFor<Reply>;
  choosers: readonly Chooser[];
  /** Period that it opens with; null shows `before` until one is chosen. */
  opening: Period | null;
  /** What stands there until a period is chosen. */
  before?: ComponentType<BeforeProps>;
  /** What stands beneath the table. */
  Below?: ComponentType<BeforeProps>;
  /** The table of all agents, which is drawn while none is chosen: one period says little where it is a day. */
  agents?: 'recensement-agents' | 'recouvrement-agents';
  /** Rows have their number in front. */
  numbered?: boolean;
  measures: readonly Measure<Reply>[];
  /** Rows a page. */
  pageSize: number;
}

export type CallQuery = {
  entite: number | undefined;
  ms: readonly number[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  betail: 0 | 1;
  agent: number | undefined;
  pas: Pas | undefined;
};

/** What a table before the choice of a period is asked about, and the screen that it stands on. */
export interface BeforeProps {
  scoped: Scoped;
  query: CallQuery;
  screen: FigureScreen;
}

/** The columns of a table as the contract says them, each with what its screen adds. */
export const measuresOf = <Reply extends TableReply>(
  table: TableStatistique,
  displays: DisplayByMeasure<Reply>,
): Measure<Reply>[] =>
  STATISTIQUES[table].mesures.map((mesure) => ({
    ...mesure,
    ...(displays as Record<string, MeasureDisplay<Reply>>)[mesure.id],
  }));

/** A screen of the statistics, from what it adds to its table. */
export const defineStatistique = <Reply extends TableReply>({
  displays,
  ...declaration
}: Omit<Statistique<Reply>, 'measures'> & { displays: DisplayByMeasure<Reply> }): Statistique<Reply> => ({
  ...declaration,
  measures: measuresOf(declaration.screen, displays),
});

const placeOf = ({ entite, ms, direct, range, betail }: Scoped): ListAddress => ({
  entite,
  ms: ms.length > 0 ? [...ms] : undefined,
  direct: direct ? 1 : undefined,
  from: range.from,
  to: range.to,
  dates: range.from || range.to ? undefined : 'toutes',
  betail,
});

/** Taxpayers enrolled in a place and a period. @param statut the present one, where only those are counted */
export const contribuablesOf = (scoped: Scoped, statut?: 'Corrigé' | 'Validé'): Href =>
  linkOptions({
    to: SCREENS.contribuables.url,
    search: {
      ...placeOf(scoped),
      ...(statut ? { statut } : {}),
      ...(scoped.agent ? { f: [{ column: 'user.id', operator: 'eq', x: String(scoped.agent) }] } : {}),
    },
  });

/** What is taxed of a row by activity: types of equipment, or activities. */
interface BaseTaxable {
  type: 'equipement' | 'activite';
  ids: readonly number[];
}

/**
 * Open lines of the taxpayers enrolled in a place and a period.
 * @param base those of one base taxable alone
 * @param statut the present one of their taxpayers, where only those are counted
 */
export const basesTaxablesOf = (
  scoped: Scoped,
  base: BaseTaxable | undefined,
  statut?: 'Corrigé' | 'Validé',
): Href =>
  linkOptions({
    to: SCREENS['bases-taxables'].url,
    search: {
      ...placeOf(scoped),
      ...(statut ? { statut } : {}),
      f: [
        { column: 'enrollement.closedAt', operator: 'is null' },
        ...(base ? [among(base.type === 'activite' ? 'na.id' : 'teq.id', base.ids)] : []),
      ],
    },
  });

/** Parts of the payments of a place and a period, refunds among them. */
export const imputationsWith = (scoped: Scoped, rows: FilterRow[]): Href =>
  linkOptions({ to: SCREENS.imputations.url, search: { ...placeOf(scoped), f: rows } });

/** The same by tax. @param taxes what they pay; none at all is an advance, absent is everything */
export const imputationsOf = (scoped: Scoped, taxes: readonly number[] | undefined): Href => {
  if (taxes === undefined) return imputationsWith(scoped, []);
  return imputationsWith(scoped, [
    taxes.length === 0 ? { column: 'taxe.id', operator: 'is null' } : among('taxe.id', taxes),
  ]);
};

const among = (column: string, ids: readonly number[]): FilterRow =>
  ids.length === 1
    ? { column, operator: 'eq', x: String(ids[0]) }
    : { column, operator: 'in', x: ids.map(String) };

/** Confirmed payments of a place and a period, refunds among them unless `rows` say otherwise. */
export const transactionsOf = (scoped: Scoped, rows: readonly FilterRow[] = []): Href =>
  linkOptions({
    to: SCREENS.transactions.url,
    search: {
      ...placeOf(scoped),
      f: [
        { column: 'trans.statut', operator: 'eq', x: 'Confirmé' },
        ...(scoped.agent ? [{ column: 'user.id', operator: 'eq', x: String(scoped.agent) } as const] : []),
        ...rows,
      ],
    },
  });
