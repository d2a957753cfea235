/** A table of figures as an exported file: built from a reply by one function, for the screen and the server. */

/** Kind of a column: text, calendar day, count or measure, whole francs. */
export type ClasseurKind = 'text' | 'day' | 'number' | 'amount';

/** Null for an empty cell. */
export type ClasseurValue = string | number | null;

interface ClasseurColumn {
  header: string;
  kind: ClasseurKind;
}

export interface Classeur {
  title: string;
  /** File name without its extension. */
  file: string;
  /** Lines above the table on paper and in a workbook: the place, then the other criteria. */
  details: readonly string[];
  /** The same criteria, repeated on each line of a CSV file under their headings, because a CSV file has only lines. */
  criteria: readonly (readonly [head: string, text: string])[];
  columns: readonly ClasseurColumn[];
  rows: readonly (readonly ClasseurValue[])[];
  /** Rows below the table (TOTAL, previous period): the first column names them. */
  sommes: readonly (readonly ClasseurValue[])[];
}
