/** Draws the slip at the foot of the first page, to tear off and hand over with the payment. No I/O. */
import { formatDay, formatFrancs } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { SIZE } from '../documents/flow.ts';
import { drawQr } from '../documents/qr.ts';
import type { AvisPaper } from './avis-paper.ts';

/** The tear line, in points from the top. */
export const SLIP_TOP = 260 * (72 / 25.4);

const QR = 54;
const BOX = 9;
const BLACK = { color: INK.black } as const;

export function drawSlip(
  document: PdfDocument,
  sheet: Structure,
  { contenu, numero, verification }: AvisPaper,
): void {
  const { left, contentWidth, width: page } = document;
  const { contribuable, compte } = contenu;
  const y = SLIP_TOP + 8;
  document.artifact(() => document.lines([[0, SLIP_TOP, page, SLIP_TOP]], { thickness: 0.9, dash: [4, 3] }));
  drawQr(document, sheet, verification.adresse, { x: left, y, side: QR });
  const x = left + QR + 14;
  const width = contentWidth * 0.42;
  document.part(sheet, 'P', () => {
    document.text('Talon à remettre avec le paiement ', x, y - 1, {
      size: 11,
      weight: 'bold',
      width,
      ...BLACK,
    });
    document.text('Référence à donner ', x, y + 14, { size: SIZE, ...BLACK });
    document.text(`${contribuable.numKlis} `, x, y + 25, { size: 14, weight: 'bold', ...BLACK });
    document.text(`${contribuable.fullName} `, x, y + 43, { size: SIZE, width, ...BLACK });
    document.text(`Avis ${numero} du ${formatDay(compte.jour)}`, x, y + 56, { size: 9, width, ...BLACK });
  });
  const at = x + width + 14;
  const end = left + contentWidth;
  const options: [label: string, amount: number | null][] = [
    ...(compte.maintenant > 0 && compte.maintenant < compte.total
      ? [['Sommes échues', compte.maintenant] as [string, number]]
      : []),
    ["Totalité de l'avis", compte.total],
    ['Autre montant', null],
  ];
  document.part(sheet, 'P', () => {
    document.text('Je paie (cochez une case) : ', at, y - 1, { size: SIZE, ...BLACK });
    for (const [index, [label, amount]] of options.entries()) {
      const top = y + 15 + index * 18;
      document.text(`${label} `, at + BOX + 6, top, { size: SIZE, ...BLACK });
      if (amount === null) continue;
      const room = end - at - BOX - 12 - document.widthOf(`${label} `, SIZE);
      const figure = `${formatFrancs(amount)} `;
      document.text(figure, end - room, top - 1, {
        size: document.fittingSize(figure, room, 11.5, 'bold'),
        weight: 'bold',
        width: room + 0.5,
        align: 'right',
        ...BLACK,
      });
    }
  });
  document.artifact(() => {
    for (const [index, [, amount]] of options.entries()) {
      const top = y + 17 + index * 18;
      document.lines(
        [
          [at, top, at + BOX, top],
          [at, top + BOX, at + BOX, top + BOX],
          [at, top, at, top + BOX],
          [at + BOX, top, at + BOX, top + BOX],
        ],
        { thickness: 0.9 },
      );
      if (amount === null) document.lines([[end - 90, top + BOX + 1, end, top + BOX + 1]], { dash: [1, 2] });
    }
  });
}
