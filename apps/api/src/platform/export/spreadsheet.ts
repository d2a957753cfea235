/** Writes lists as spreadsheets on a worker thread. */
import { Readable } from 'node:stream';
import type { FormatTableur, TableColumn } from '@octroi/contract';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import { FILE_FORMATS } from './files.ts';
import type { Sheet } from './text.ts';

/** Value of a column. */
type Value = string | number | boolean | null | undefined;
type Values = Value[];

/** A sheet without functions, which cannot be sent to a thread. */
interface ThreadSheet extends Omit<Sheet<never>, 'columns' | 'sums'> {
  format: FormatTableur;
  columns: Pick<TableColumn<never>, 'id' | 'header' | 'kind'>[];
}

/** Runs on the worker thread. */
export async function* writeSpreadsheet(
  { format, columns, ...sheet }: ThreadSheet,
  batches: AsyncIterable<readonly Values[]>,
): AsyncGenerator<Buffer, void> {
  const read = columns.map(
    (column, index) => ({ ...column, value: (row: Values) => row[index] }) as TableColumn<Values>,
  );
  const rows = Readable.from(batches, { highWaterMark: 1 });
  const file = FILE_FORMATS[format].write<Values>(rows, { ...sheet, columns: read });
  for await (const piece of file as AsyncIterable<Buffer | string>)
    yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** The file of a list. @param batches rows; closed with the file */
export function spreadsheetFile<Row>(
  format: FormatTableur,
  batches: AsyncIterable<Row[]>,
  { columns, ...sheet }: Omit<Sheet<Row>, 'sums'>,
): Readable {
  async function* values(): AsyncGenerator<Values[]> {
    for await (const batch of batches) yield batch.map((row) => columns.map(({ value }) => value(row)));
  }
  const heads = columns.map(({ id, header, kind }) => ({ id, header, kind }));
  const threadSheet: ThreadSheet = { ...sheet, format, columns: heads };
  return writeOnThread({ module: new URL(import.meta.url), name: 'writeSpreadsheet' }, threadSheet, values());
}
