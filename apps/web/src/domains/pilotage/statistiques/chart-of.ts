/** The chart of a table: a category a row, a series a measure. */
import type { Pas, Tranche } from '@octroi/contract/pilotage/pas';
import { axisText } from '@octroi/contract/pilotage/row-text';
import type { ChartData } from '#src/ui/chart/chart-data.ts';
import type { Measure, TableReply } from './declaration.ts';
import type { TableLine } from './StatistiqueTable.tsx';

/** More names than these would not be read on an axis: the largest are drawn. */
const MAX_NAMES = 20;

/** @param pas what a row by date stands for; null where rows are named, the largest of which are then drawn */
export function chartOf(
  measures: readonly Measure<TableReply>[],
  lines: readonly TableLine[],
  pas: Pas | null,
): ChartData {
  const drawn = measures.filter(({ undrawn }) => !undrawn);
  const first = drawn[0]?.id ?? '';
  const rows = pas
    ? lines
    : [...lines].sort((a, b) => (b.figures[first] ?? 0) - (a.figures[first] ?? 0)).slice(0, MAX_NAMES);
  const yearOf = (line: TableLine | undefined): string | undefined =>
    pas ? (line?.row as Tranche | undefined)?.from.slice(0, 4) : undefined;
  const ofSeveralYears = yearOf(rows[0]) !== yearOf(rows.at(-1));
  return {
    named: pas === null,
    categories: rows.map(({ name, row }) => (pas ? axisText(row as Tranche, pas, ofSeveralYears) : name)),
    series: drawn
      .map(({ id, label }) => ({ nom: label, values: rows.map(({ figures }) => figures[id] ?? 0) }))
      // A method that nobody used would only crowd the legend.
      .filter(({ values }, _index, all) => all.length <= 3 || values.some((value) => value !== 0)),
  };
}
