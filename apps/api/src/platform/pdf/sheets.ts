/** Sheets as one PDF file: certificates, statements, receipts, each drawn when it is asked for. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type DocumentInfo, PdfDocument } from './document.ts';

type Sheets<Sheet> = AsyncIterable<Sheet> | Iterable<Sheet>;
/** Draws one sheet: it adds its pages itself. */
type DrawSheet<Sheet> = (document: PdfDocument, sheet: Sheet) => void;

/**
 * Draws sheets while they come.
 * @param empty what is said where there are none
 * @returns the file, piece by piece; the next is drawn when it is asked for
 */
export async function* sheetPieces<Sheet>(
  info: DocumentInfo,
  sheets: Sheets<Sheet>,
  draw: DrawSheet<Sheet>,
  empty: string,
): AsyncGenerator<Buffer, void> {
  const document = new PdfDocument(info);
  for await (const sheet of sheets) {
    draw(document, sheet);
    const piece = document.take();
    if (piece) yield piece;
    // others are served between two sheets
    await setImmediate();
  }
  if (document.pages === 0) {
    document.addPage();
    const { root, left, margin, contentWidth: width } = document;
    document.part(root, 'H1', () => {
      document.text(info.title, left, margin, { size: 18, weight: 'bold', width, lines: 2 });
    });
    document.notice(empty, margin + 60);
  }
  document.end();
  for (let piece = document.take(); piece; piece = document.take()) yield piece;
}

/** A few sheets as a file, drawn here and no faster than it is read. */
export const drawSheets = <Sheet>(...asked: Parameters<typeof sheetPieces<Sheet>>): Readable =>
  Readable.from(sheetPieces(...asked), { objectMode: false });
