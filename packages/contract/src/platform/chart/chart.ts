/** A chart as screen and paper draw it: what it shows is decided here, for both; how, where it is drawn. */
import { formatNumber } from '../values/money.ts';
import type { Hue } from './hues.ts';

export interface ChartSeries {
  nom: string;
  hue: Hue;
  /** As many as there are categories; null where there is nothing to tell, or not yet. */
  values: readonly (number | null)[];
  /** A period before, drawn pale beside the present one; or what is only expected, drawn as a dashed line. */
  kind?: 'before' | 'estimate';
}

export interface ChartData {
  /** Steps of time in their order, or names, each of which is read. */
  axis: 'time' | 'names';
  /** As the axis says them. */
  categories: readonly string[];
  /** The same in full, where the axis shortens them. */
  titles?: readonly string[];
  series: readonly ChartSeries[];
  /** The series of the present are parts of a whole: they stand on one another, and add up. */
  stacked: boolean;
}

export const CHART_KINDS = ['colonnes', 'courbe'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** Forms that a chart may have: a line joins what follows in time, never names. */
export const kindsOf = ({ axis }: Pick<ChartData, 'axis'>): readonly ChartKind[] =>
  axis === 'time' ? CHART_KINDS : ['colonnes'];

/** Names that are drawn for themselves; more would not be read. */
export const MAX_NAMES = 12;

/** A name with its value for each series. */
export interface NamedValues {
  nom: string;
  values: readonly number[];
}

const autresText = (nombre: number): string => `Autres (${formatNumber(nombre)})`;

/**
 * The largest by `weight`, and one line for all others, which says how many they are: nothing of the whole is left out.
 * One more than fits stands for itself, where « Autres » would hold it alone.
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

/** Whether anything of a series, or of a chart, would be seen. */
export const isSaid = ({ values }: Pick<ChartSeries, 'values'>): boolean =>
  values.some((value) => value !== null && value !== 0);
export const showsAnything = ({ series }: Pick<ChartData, 'series'>): boolean => series.some(isSaid);

/** Series that say something; where none does, the first, so that the frame stands. */
export function told(series: readonly ChartSeries[]): ChartSeries[] {
  const saying = series.filter(isSaid);
  return saying.length > 0 ? saying : series.slice(0, 1);
}

/** The series of the present: what the parts of a stack are. */
export const presentOf = ({ series }: Pick<ChartData, 'series'>): ChartSeries[] =>
  series.filter(({ kind }) => kind === undefined);

/** What the parts of a stack come to at a category; null where there is none to tell. */
export function stackTotal(chart: Pick<ChartData, 'series'>, index: number): number | null {
  const values = presentOf(chart).flatMap(({ values }) => values[index] ?? []);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}
