/** Draws a till paper: A4 portrait, with its number and signatures. No I/O. */
import { TITRES_CAISSE } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { heading, letterhead } from '../documents/letterhead.ts';
import { line } from '../sheets/sheet.ts';
import { drawCloture, drawControle } from './comptage.drawing.ts';
import type { PrintedCaisse, Reception } from './contenu.ts';
import type { Drawn } from './parts.drawing.ts';
import { signatures } from './signatures.drawing.ts';
import { drawSituation } from './situation.drawing.ts';
import { drawVersement } from './versement.drawing.ts';

interface CaisseSheet {
  piece: PrintedCaisse;
  /** The decision on a versement. */
  reception: Reception | undefined;
  /** PNG. */
  ecusson: Uint8Array | undefined;
  timeZone: string;
}

export function drawPieceCaisse(document: PdfDocument, sheet: CaisseSheet): void {
  document.addPage();
  document.group(document.root, 'Sect', (part) => {
    const { piece, ecusson } = sheet;
    const { contenu, numero, impressions, etabliLe } = piece;
    const { entite, papier, regie } = contenu;
    let y = letterhead(document, part, { entite: entite.nom, papier, ecusson });
    y = heading(document, part, y, {
      title: TITRES_CAISSE[contenu.nature],
      chemin: [entite.nom, regie],
    });
    y = line(document, part, y - 6, `N° ${numero}`, { weight: 'bold', size: 13, color: INK.black }) + 8;
    if (impressions > 1)
      y =
        line(document, part, y, `DUPLICATA (impression n° ${impressions})`, {
          weight: 'bold',
          size: 14,
          color: INK.black,
        }) + 8;
    const { y: end, signataires } = drawContenu(document, part, y, sheet);
    signatures(document, part, end, {
      papier,
      jour: etabliLe,
      signataires,
      suite: `${TITRES_CAISSE[contenu.nature]} n° ${numero}`,
    });
  });
}

function drawContenu(
  document: PdfDocument,
  part: Structure,
  y: number,
  { piece: { contenu }, reception, timeZone }: CaisseSheet,
): Drawn {
  switch (contenu.nature) {
    case 'clôture':
      return drawCloture(document, part, y, contenu, timeZone);
    case 'contrôle':
      return drawControle(document, part, y, contenu, timeZone);
    case 'situation':
      return drawSituation(document, part, y, contenu);
    case 'passation':
    case 'versement':
      return drawVersement(document, part, y, { contenu, reception, timeZone });
  }
}
