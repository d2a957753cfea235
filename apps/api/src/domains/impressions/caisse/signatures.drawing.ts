/** Draws the signatures of a till paper side by side, with room for handwriting and a stamp. No I/O. */
import { formatLongDay, type Papier } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { line } from '../sheets/sheet.ts';

export interface Signataire {
  /** Capacity in which the person signs. */
  role: string;
  nom: string | null;
}

interface Signatures {
  papier: Pick<Papier, 'lieu'>;
  jour: string;
  signataires: readonly Signataire[];
  /** What is signed, repeated if the signatures are on another page. */
  suite: string;
}

const SIZE = 10;
const GAP = 16;
/** Height for a name of three lines, a signature and a stamp. */
export const SIGNATURES_HEIGHT = 130;

/** Starts a new page if the signatures do not fit whole. */
export function signatures(
  document: PdfDocument,
  parent: Structure,
  y: number,
  { papier, jour, signataires, suite }: Signatures,
): void {
  let top = y + 14;
  if (top + SIGNATURES_HEIGHT > document.bottom) {
    document.addPage();
    // nobody signs a page that does not state what is signed
    top =
      line(document, parent, document.margin, suite, { size: SIZE, weight: 'bold', color: INK.black }) + 10;
  }
  const place = papier.lieu ? `Fait à ${papier.lieu}, le` : 'Le';
  top =
    line(document, parent, top, `${place} ${formatLongDay(jour)}`, {
      size: SIZE,
      align: 'right',
      color: INK.black,
    }) + 8;
  const { left, contentWidth } = document;
  const width = (contentWidth - GAP * (signataires.length - 1)) / signataires.length;
  for (const [index, { role, nom }] of signataires.entries()) {
    const x = left + index * (width + GAP);
    document.part(parent, 'P', () => {
      const height = document.text(`${role} `, x, top, {
        size: SIZE,
        weight: 'bold',
        width,
        lines: 2,
        color: INK.black,
      });
      if (nom) document.text(nom, x, top + height + 2, { size: SIZE, width, lines: 3, color: INK.black });
    });
  }
}
