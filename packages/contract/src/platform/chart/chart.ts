/** The data of a chart, for screen and paper: this file decides what is shown; each renderer decides how. */
import { formatNumber } from '../values/money.ts';
import type { Hue } from './hues.ts';

export interface ChartSeries {
  nom: string;
  hue: Hue;
  /** One per category; null without a value. */
  values: readonly (number | null)[];
  /** `before`: the previous period, drawn pale; `estimate`: projected values, drawn dashed. */
  kind?: 'before' | 'estimate';
}

export interface ChartData {
  /** `time`: ordered intervals; `names`: every label is printed. */
  axis: 'time' | 'names';
  /** Axis labels. */
  categories: readonly string[];
  /** Full labels, if those of the axis are short. */
  titles?: readonly string[];
  series: readonly ChartSeries[];
  /** The current series are parts of a whole: they are stacked and add up. */
  stacked: boolean;
}

export const CHART_KINDS = ['colonnes', 'courbe'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Available forms: a line makes sense over time only. */
export const kindsOf = ({ axis }: Pick<ChartData, 'axis'>): readonly ChartKind[] =>
  axis === 'time' ? CHART_KINDS : ['colonnes'];

/** Most names drawn individually; more would be unreadable. */
export const MAX_NAMES = 12;

/** A name with one value per series. */
export interface NamedValues {
  nom: string;
  values: readonly number[];
}

const autresText = (nombre: number): string => `Autres (${formatNumber(nombre)})`;

/**
 * The largest rows by `weight`, and one row « Autres » for the rest with their number, so that the total is complete. A
 * single remaining row is shown under its own name.
 */
export function largest(
  rows: readonly NamedValues[],
  weight: (values: readonly number[]) => number,
): NamedValues[] {
  const ordered = rows.toSorted((one, other) => weight(other.values) - weight(one.values));
  if (ordered.length <= MAX_NAMES + 1) return ordered;
  const others = ordered.slice(MAX_NAMES);
  const [first] = ordered;
  return [
    ...ordered.slice(0, MAX_NAMES),
    {
      nom: autresText(others.length),
      values: (first?.values ?? []).map((_, index) =>
        others.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
      ),
    },
  ];
}

export const hasValues = ({ values }: Pick<ChartSeries, 'values'>): boolean =>
  values.some((value) => value !== null && value !== 0);
export const showsAnything = ({ series }: Pick<ChartData, 'series'>): boolean => series.some(hasValues);

/** The series with values; if none has any, the first, so that the frame is drawn. */
export function nonEmptySeries(series: readonly ChartSeries[]): ChartSeries[] {
  const nonEmpty = series.filter(hasValues);
  return nonEmpty.length > 0 ? nonEmpty : series.slice(0, 1);
}

/** The current series, which make up a stack. */
export const presentOf = ({ series }: Pick<ChartData, 'series'>): ChartSeries[] =>
  series.filter(({ kind }) => kind === undefined);

/** The height of a stack at a category; null without values. */
export function stackTotal(chart: Pick<ChartData, 'series'>, index: number): number | null {
  const values = presentOf(chart).flatMap(({ values }) => values[index] ?? []);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}
