/** Rows as a CSV file that a French spreadsheet opens: semicolons, UTF-8 with its mark, lines ended as on Windows. */
import { pipeline, type Readable, Transform } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

type CsvValue = string | number | null;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/** A text that begins like a formula would be run by the spreadsheet: a quote keeps it a text. */
const harmless = (value: CsvValue): CsvValue =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

const lines = (rows: CsvValue[][], bom = false): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/, bom },
  );

/**
 * The file as a stream of text, written no faster than it is read. When either end fails or goes away, so does the other.
 * @param batches stream of arrays of rows
 */
export function csvStream<Row>(batches: Readable, columns: readonly CsvColumn<Row>[]): Readable {
  const file = new Transform({
    writableObjectMode: true,
    writableHighWaterMark: 1,
    transform(batch: Row[], _encoding, done) {
      done(null, lines(batch.map((row) => columns.map(({ value }) => value(row)))));
    },
  });
  file.push(lines([columns.map(({ header }) => header)], true));
  // whoever reads the file hears of a failure from it
  pipeline(batches, file, () => undefined);
  return file;
}
