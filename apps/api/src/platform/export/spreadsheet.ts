/** Lists as spreadsheets, written apart. */
import { Readable } from 'node:stream';
import type { FormatTableur, TableColumn } from '@octroi/contract';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import { FILE_FORMATS } from './files.ts';
import type { Sheet } from './text.ts';

/** What a column gives of a row. */
type Value = string | number | boolean | null | undefined;
type Values = Value[];

/** A sheet without its readers, which no thread can be sent. */
interface AskedSheet extends Omit<Sheet<never>, 'columns' | 'sums'> {
  format: FormatTableur;
  columns: Pick<TableColumn<never>, 'id' | 'header' | 'kind'>[];
}

/** On the thread that writes. */
export async function* writeSpreadsheet(
  { format, columns, ...sheet }: AskedSheet,
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

/** The file of a list. @param batches rows; they are closed when the file is left */
export function spreadsheetFile<Row>(
  format: FormatTableur,
  batches: AsyncIterable<Row[]>,
  { columns, ...sheet }: Omit<Sheet<Row>, 'sums'>,
): Readable {
  async function* values(): AsyncGenerator<Values[]> {
    for await (const batch of batches) yield batch.map((row) => columns.map(({ value }) => value(row)));
  }
  const heads = columns.map(({ id, header, kind }) => ({ id, header, kind }));
  const asked: AskedSheet = { ...sheet, format, columns: heads };
  return writeOnThread({ module: new URL(import.meta.url), name: 'writeSpreadsheet' }, asked, values());
}
