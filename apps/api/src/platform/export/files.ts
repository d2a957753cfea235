/** The formats in which a list is written to a file. */
import type { Readable } from 'node:stream';
import type { FormatTableur } from '@octroi/contract';
import { csvStream } from './csv.ts';
import type { Sheet } from './text.ts';
import { xlsxStream } from './xlsx.ts';

interface FileFormat {
  write: <Row>(batches: Readable, sheet: Sheet<Row>) => Readable;
}

export const FILE_FORMATS: Record<FormatTableur, FileFormat> = {
  xlsx: {
    write: xlsxStream,
  },
  csv: { write: csvStream },
};
