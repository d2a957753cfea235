/** Draws a QR code as vector squares, so that it is printed sharply. No I/O. */
import { create } from 'qrcode';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { fillRectangle, INK } from '#src/platform/pdf/operators.ts';

/** @param side in points */
export function drawQr(
  document: PdfDocument,
  parent: Structure,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dot = side / modules.size;
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        squares.push(
          fillRectangle(x + column * dot, document.height - y - (row + 1) * dot, dot, dot, INK.black),
        );
  document.part(parent, 'Figure', () => document.content(squares.join('\n')), { alt: `Code QR : ${text}` });
}
