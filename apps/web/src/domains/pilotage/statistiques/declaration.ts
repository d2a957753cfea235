/** The declaration of a statistics screen; the common part is `StatistiqueScreen`. */
import { type FigureScreen, SCREENS } from '@octroi/contract/register';
import type { ComponentType } from 'react';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { type OpenRange, type Period } from '@octroi/contract/platform/values/period';
import { type Mesure, STATISTIQUES, type TableStatistique } from '@octroi/contract/pilotage/classeurs/tables';
import type { Pas } from '@octroi/contract/pilotage/pas';
import type { SommeQuantites } from '@octroi/contract/pilotage/statistiques';
import type { QueryFor } from '#src/platform/call.ts';
import { linkOptions } from '@tanstack/react-router';
import type { Href } from '#src/platform/address.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import type { ListAddress } from '../figure-links.ts';

/** The reply of a statistics call: rows and totals. */
export interface TableReply<Row = unknown, Sums = unknown> {
  data: Row[];
  totaux: Sums;
  pas: Pas | null;
  meta: { total_records: number };
  /** Sums of quantities, beside the counts of bases that have a unit. */
  quantites?: readonly SommeQuantites[] | undefined;
}

/** The scope of a figure: the whole screen, or one row. */
export interface Scoped {
  entite: number | undefined;
  ms: readonly number[];
  /** Only the sub-entity itself, without its children. */
  direct?: boolean;
  range: OpenRange;
  betail: 0 | 1;
  agent: number | undefined;
}

/** A column of figures, with links to the lists behind it. */
export interface Measure<Reply extends TableReply> extends Mesure, MeasureDisplay<Reply> {}

/** What a screen adds to a column of figures. */
export interface MeasureDisplay<Reply extends TableReply> {
  /**
   * The list of exactly what the figure counts, for the total or for one row; without a list the figure is plain text.
   */
  list?: (scoped: Scoped, row: Reply['data'][number] | undefined) => Href | undefined;
  /** Label of its counter above the chart; none when absent. */
  counter?: string;
  /** Position of its counter, if different from its column's. */
  rank?: number;
}

type DisplayByMeasure<Reply extends TableReply> = {
  [Id in Extract<keyof Reply['totaux'], string>]?: MeasureDisplay<Reply>;
};

/** The selector of the screen beside its period: a place by five selects, one sub-entity, or an agent. */
type Chooser = 'lieu' | 'sous-entite' | 'agent';

export interface Statistique<Reply extends TableReply> {
  /** `Voir` opens the screen, `Exporter` exports its table and picture; the table has the same key. */
  screen: FigureScreen & TableStatistique;
  /** Breadcrumb after « Statistiques ». */
  section: 'Recensement' | 'Recouvrement';
  /** Title of the page. */
  heading: (territory: Territory) => string;
  /** The call that gives its table. */
  request: (query: CallQuery) => QueryFor<Reply>;
  choosers: readonly Chooser[];
  /** Initial period; null shows `before` until one is chosen. */
  opening: Period | null;
  /** Content until a period is chosen. */
  before?: ComponentType<BeforeProps>;
  /** Content below the table. */
  Below?: ComponentType<BeforeProps>;
  /**
   * The table of all agents, drawn as the chart while no agent is chosen, because a chart by date of a single day has
   * one bar.
   */
  agents?: 'recensement-agents' | 'recouvrement-agents';
  /** Rows are numbered. */
  numbered?: boolean;
  measures: readonly Measure<Reply>[];
  /** Rows per page. */
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

/** The query before a period is chosen, and the screen. */
export interface BeforeProps {
  scoped: Scoped;
  query: CallQuery;
  screen: FigureScreen;
}

/** The contract's columns of a table, each with the additions of its screen. */
export const measuresOf = <Reply extends TableReply>(
  table: TableStatistique,
  displays: DisplayByMeasure<Reply>,
): Measure<Reply>[] =>
  STATISTIQUES[table].mesures.map((mesure) => ({
    ...mesure,
    ...(displays as Record<string, MeasureDisplay<Reply>>)[mesure.id],
  }));

/** Declares a statistics screen from what it adds to its table. */
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

/** Link to the taxpayers enrolled in a place and a period. @param statut limits to their current statut */
export const contribuablesOf = (scoped: Scoped, statut?: 'Corrigé' | 'Validé'): Href =>
  linkOptions({
    to: SCREENS.contribuables.url,
    search: {
      ...placeOf(scoped),
      ...(statut ? { statut } : {}),
      ...(scoped.agent ? { f: [{ column: 'user.id', operator: 'eq', x: String(scoped.agent) }] } : {}),
    },
  });

/** The taxable bases of a row by activity: equipment types, or activities. */
interface BaseTaxable {
  type: 'equipement' | 'activite';
  ids: readonly number[];
}

/**
 * Link to the open lines of taxpayers enrolled in a place and a period.
 * @param base limits to one taxable base
 * @param statut limits to the taxpayers' current statut
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

/** Link to the imputations of a place and a period, refunds included. */
export const imputationsWith = (scoped: Scoped, rows: FilterRow[]): Href =>
  linkOptions({ to: SCREENS.imputations.url, search: { ...placeOf(scoped), f: rows } });

/** The same by tax. @param taxes the taxes paid; an empty list means advances, undefined means all */
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

/** Link to the confirmed payments of a place and a period, refunds included unless `rows` exclude them. */
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
