/** What a chart shows: one value a category and series. */
export interface ChartSeries {
  nom: string;
  /** As many as there are categories; null leaves a gap. */
  values: readonly (number | null)[];
  /** Drawn as a dashed line beside the others: a projection, a former period. */
  estimate?: boolean;
}

export interface ChartData {
  categories: readonly string[];
  /** Categories are names, each of which is read, not steps of a scale. */
  named?: boolean;
  series: readonly ChartSeries[];
}

export const CHART_KINDS = ['colonnes', 'courbe'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];
