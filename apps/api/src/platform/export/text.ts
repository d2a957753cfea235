/** Formats text for spreadsheets. */
import { flagText, type TableColumn } from '@octroi/contract/platform/listing/columns';

/** Spreadsheets run text that begins like a formula. */
export const isLikeFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r]/.test(text);

/** A text of a CSV file that begins like a formula is marked by a quote, and so is one that looks marked already. */
const MARKED = /^'+[=+\-@＝＋－＠\t\r]/;
export const withFormulaMark = (text: string): string =>
  isLikeFormula(text) || MARKED.test(text) ? `'${text}` : text;
export const withoutFormulaMark = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);

/** Replaces non-breaking spaces, which hinder searching and comparing. */
export const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The label of a state. */
export const statusText = (value: string | boolean): string =>
  typeof value === 'boolean' ? flagText(value) : value;

/** An additional sum below the sums of the rows. */
export interface SumBeside {
  label: string;
  /** Francs, by column id. */
  montants: Readonly<Record<string, number>>;
}

/** Information about the rows of a file. */
export interface FileNotes {
  /** Lines below the title of a workbook: place, period, base, filters, date and author. */
  above?: readonly string[];
  /** The same on each line of a CSV file, by column head: an extra line would confuse programs that read it. */
  told?: readonly (readonly [head: string, value: string | number])[];
}

export interface Sheet<Row> extends FileNotes {
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Sums below the rows of a workbook; default: the sums of its amounts. */
  sums?: readonly Row[];
  /** Additional sums below. */
  beside?: readonly SumBeside[];
  /** Time zone of days and hours. */
  timeZone: string;
}
