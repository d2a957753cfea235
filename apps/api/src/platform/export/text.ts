/** Texts as spreadsheets take them. */
import { flagText, type TableColumn } from '@octroi/contract';

/** A text that begins like a formula would be run by the spreadsheet. */
export const isLikeFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r]/.test(text);

/** Spaces that only printing needs are plain ones in a file that is searched and compared. */
export const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The word of a state. */
export const statusText = (value: string | boolean): string =>
  typeof value === 'boolean' ? flagText(value) : value;

export interface Sheet<Row> {
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Where days and hours of instants are told. */
  timeZone: string;
}
