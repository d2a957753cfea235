/** A table of figures as a file takes it: made of a reply, by the same function for whoever shows it and whoever prints it. */

/** What a column holds: calendar days, counts and measures, whole francs. */
export type ClasseurKind = 'text' | 'day' | 'number' | 'amount';

/** Null where there is nothing to tell. */
export type ClasseurValue = string | number | null;

interface ClasseurColumn {
  header: string;
  kind: ClasseurKind;
}

export interface Classeur {
  title: string;
  /** Name of the file, without its ending. */
  file: string;
  /** Said above the table on paper and in a workbook: its place, then what else its figures depend on. */
  details: readonly string[];
  /** The same on each line of a CSV file, by head: who reads it by machine finds nothing there but lines. */
  told: readonly (readonly [head: string, text: string])[];
  columns: readonly ClasseurColumn[];
  rows: readonly (readonly ClasseurValue[])[];
  /** What stands beneath the rows (TOTAL, the period before): the first column names it. */
  sommes: readonly (readonly ClasseurValue[])[];
}
