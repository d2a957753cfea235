/** Draws lists as PDF files on a worker thread. */
import type { Readable } from 'node:stream';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import type { ListDocument, ListItem } from './list-document.ts';

const LIST = { module: new URL('./list-document.ts', import.meta.url), name: 'drawList' };

export const drawListFile = (list: ListDocument, batches: AsyncIterable<readonly ListItem[]>): Readable =>
  writeOnThread(LIST, list, batches);
