/** Writes rows as a CSV file for French spreadsheets: semicolons, UTF-8 with a byte order mark, CRLF line ends. */
import { Readable } from 'node:stream';
import type { TableColumn } from '@octroi/contract';
import { stringify } from 'csv-stringify/sync';
import { isMoment, localDay, localHour } from './local-time.ts';
import { plainSpaces, type Sheet, statusText, withFormulaMark } from './text.ts';

type CsvValue = string | number | null;

const lines = (rows: readonly CsvValue[][], bom = false): string =>
  stringify(rows as CsvValue[][], {
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    bom,
  });

/** The function that reads and formats a column's value. */
function reader<Row>(column: TableColumn<Row>, timeZone: string): (row: Row) => CsvValue {
  const told = (write: (text: string) => string, value: (row: Row) => string | null | undefined) => {
    return (row: Row): CsvValue => {
      const text = value(row);
      return text ? write(text) : null;
    };
  };
  const moment = (write: (text: string) => string, value: (row: Row) => string | null | undefined) =>
    told((text) => (isMoment(text) ? write(text) : withFormulaMark(plainSpaces(text))), value);
  switch (column.kind) {
    case 'amount':
      return (row) => column.value(row) ?? null;
    case 'number':
      return (row) => {
        const value = column.value(row);
        if (value === null || value === undefined) return null;
        return Number.isInteger(value) ? value : String(value).replace('.', ',');
      };
    case 'day':
      return moment((text) => localDay(text, timeZone), column.value);
    case 'time':
      return moment((text) => localHour(text, timeZone), column.value);
    case 'instant':
      return moment((text) => `${localDay(text, timeZone)} ${localHour(text, timeZone)}`, column.value);
    case 'status':
      return (row) => withFormulaMark(statusText(column.value(row)));
    case 'text':
      return told((text) => withFormulaMark(plainSpaces(text)), column.value);
  }
}

/** @param batches arrays of rows */
async function* write<Row>(
  batches: AsyncIterable<Row[]>,
  { columns, timeZone, told = [] }: Sheet<Row>,
): AsyncGenerator<string> {
  yield lines([[...columns.map(({ header }) => header), ...told.map(([head]) => head)]], true);
  const readers = columns.map((column) => reader(column, timeZone));
  const alike = told.map(([, value]) =>
    typeof value === 'number' ? value : withFormulaMark(plainSpaces(value)),
  );
  for await (const batch of batches)
    yield lines(batch.map((row) => [...readers.map((read) => read(row)), ...alike]));
}

/** The file as a stream of text, written on demand; closing it also closes `batches`. */
export const csvStream = <Row>(batches: AsyncIterable<Row[]>, sheet: Sheet<Row>): Readable =>
  Readable.from(write(batches, sheet), { objectMode: false });
