/** Draws statements into one file on a worker thread: those of a whole town take a while. */
import type { Readable } from 'node:stream';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { sheetPieces } from '#src/platform/pdf/sheets.ts';
import { drawReleve, type Papiers, type ReleveSheet } from './releve.drawing.ts';

type Batches = AsyncIterable<readonly ReleveSheet[]>;

const NOBODY = 'Personne ne doit rien dans ce lieu et cette période.';

async function* each(batches: Batches): AsyncGenerator<ReleveSheet> {
  for await (const batch of batches) yield* batch;
}

/** Runs on the worker thread. */
export const drawReleves = (
  { info, ...papiers }: Papiers & { info: DocumentInfo },
  batches: Batches,
): AsyncGenerator<Buffer, void> =>
  sheetPieces(info, each(batches), (document, sheet) => drawReleve(document, sheet, papiers), NOBODY);

export const drawRelevesFile = (info: DocumentInfo, papiers: Papiers, batches: Batches): Readable =>
  writeOnThread({ module: new URL(import.meta.url), name: 'drawReleves' }, { info, ...papiers }, batches);
