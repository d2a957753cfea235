/** Texts as spreadsheets take them. */
import { flagText, type TableColumn } from '@octroi/contract';

/** A text that begins like a formula would be run by the spreadsheet. */
export const isLikeFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r]/.test(text);

/** Spaces that only printing needs are plain ones in a file that is searched and compared. */
export const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The word of a state. */
export const statusText = (value: string | boolean): string =>
  typeof value === 'boolean' ? flagText(value) : value;

/** A sum that stands beneath that of the rows. */
export interface SumBeside {
  label: string;
  /** In francs, by the id of the column that it stands in. */
  montants: Readonly<Record<string, number>>;
}

/** What a file tells of its rows. */
export interface FileNotes {
  /** Lines beneath the title of a workbook: place, period, base, filters, when and by whom it was made. */
  above?: readonly string[];
  /** The same on each line of a CSV file, by head: a line that is no row would break who reads it by machine. */
  told?: readonly (readonly [head: string, value: string | number])[];
}

export interface Sheet<Row> extends FileNotes {
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Beneath the rows of a workbook; absent: the sums of its amounts. */
  sums?: readonly Row[];
  /** Beneath those sums. */
  beside?: readonly SumBeside[];
  /** Where days and hours of instants are told. */
  timeZone: string;
}
