/** Sheets as one PDF file: certificates, statements, receipts, each drawn when it is asked for. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type DocumentInfo, PdfDocument } from './document.ts';

/**
 * The file as it is drawn, no faster than it is read.
 * @param sheets what is to be drawn, as it comes
 * @param draw draws one of them: it adds its pages itself
 * @param empty what is said where there are none
 */
export function drawSheets<Sheet>(
  info: DocumentInfo,
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  draw: (document: PdfDocument, sheet: Sheet) => void,
  empty: string,
): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
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
      document.notice(empty, document.margin);
    }
    document.end();
    for (let piece = document.take(); piece; piece = document.take()) yield piece;
  }
  return Readable.from(pieces(), { objectMode: false });
}
