/** Lists as PDF files, drawn apart. */
import type { Readable } from 'node:stream';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import type { ListDocument } from './list-document.ts';
import type { CellValue } from './table.ts';

const LIST = { module: new URL('./list-document.ts', import.meta.url), name: 'drawList' };

/** @param batches rows, as values in the order of the columns */
export const drawListFile = (list: ListDocument, batches: AsyncIterable<readonly CellValue[][]>): Readable =>
  writeOnThread(LIST, list, batches);
