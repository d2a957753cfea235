/** Draws many notices into one file on a worker thread: those of a quartier take a while. */
import type { Readable } from 'node:stream';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { sheetPieces } from '#src/platform/pdf/sheets.ts';
import { writeOnThread } from '#src/platform/thread/thread.ts';
import { type PieceContext, pieceDrawing } from '../pieces/piece.drawing.ts';
import type { PrintedPiece } from '../pieces/pieces.repository.ts';

type Batches = AsyncIterable<readonly PrintedPiece[]>;

interface AvisDrawing {
  info: DocumentInfo;
  context: PieceContext;
}

const NOBODY = 'Aucun des contribuables choisis ne doit rien.';

async function* each(batches: Batches): AsyncGenerator<PrintedPiece> {
  for await (const batch of batches) yield* batch;
}

/** Runs on the worker thread. */
export const drawAvisBatches = (
  { info, context }: AvisDrawing,
  batches: Batches,
): AsyncGenerator<Buffer, void> => sheetPieces(info, each(batches), pieceDrawing(context), NOBODY);

export const drawAvisFile = (drawing: AvisDrawing, batches: Batches): Readable =>
  writeOnThread({ module: new URL(import.meta.url), name: 'drawAvisBatches' }, drawing, batches);
