/** Draws sheets (certificates, statements, receipts) into one PDF file, each on demand. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type DocumentInfo, PdfDocument } from './document.ts';

type Sheets<Sheet> = AsyncIterable<Sheet> | Iterable<Sheet>;
/** Draws one sheet, including its pages. */
type DrawSheet<Sheet> = (document: PdfDocument, sheet: Sheet) => void;

/**
 * Draws sheets while they arrive.
 * @param empty text if there are none
 * @returns the file in pieces; each is drawn when it is requested
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
    // lets other requests run between two sheets
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

/** Draws a few sheets as a file, on this thread and on demand. */
export const drawSheets = <Sheet>(...args: Parameters<typeof sheetPieces<Sheet>>): Readable =>
  Readable.from(sheetPieces(...args), { objectMode: false });
