/** Draws a receipt or a notice with its verification code. No I/O. */
import { type FormatRecu, formatDay, groupedCode, NATURES_PIECE } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type EnTete, heading, letterhead, type Verification } from '../documents/letterhead.ts';
import { line, signature } from '../sheets/sheet.ts';
import { drawAncienAvis } from '../avis/avis-ancien.drawing.ts';
import { drawAvis } from '../avis/avis.drawing.ts';
import type { ContenuRecu, Subject } from './contenu.ts';
import { papierOf } from './papier-of.ts';
import type { PrintedPiece } from './pieces.repository.ts';
import { mentionsOf } from '../recus/recu-dits.ts';
import { drawRecuHalf, drawRecuRoll, type RecuPaper } from '../recus/recu-petit.drawing.ts';
import { drawRecu } from '../recus/recu.drawing.ts';

/** Data for drawing pieces, besides their contents. */
export interface PieceContext {
  /** Crests by name, PNG. */
  ecussons: ReadonlyMap<string, Uint8Array>;
  /** Verification address, without the code. */
  adresse: string;
  timeZone: string;
}

/** Draws pieces one after another on A4 sheets. */
export const pieceDrawing =
  (context: PieceContext) =>
  (document: PdfDocument, piece: PrintedPiece): void => {
    document.addPage();
    document.group(document.root, 'Sect', (sheet) => draw(document, sheet, piece, context));
  };

/** Note on a reprinted notice: it shows the state of its day of issue. */
const mentionOf = ({ impressions, jour }: PrintedPiece): string | undefined =>
  impressions < 2 ? undefined : `DUPLICATA (impression n° ${impressions}) · Situation au ${formatDay(jour)}`;

/** The issuer and the verification code. */
function headOf(
  subject: Subject,
  code: string,
  { ecussons, adresse }: PieceContext,
): { enTete: EnTete; verification: Verification } {
  const papier = papierOf(subject);
  const ecusson = papier.ecusson === null ? undefined : ecussons.get(papier.ecusson);
  return {
    enTete: { entite: subject.entite.nom, papier, ecusson },
    verification: { adresse: `${adresse}${groupedCode(code)}`, code },
  };
}

const titleOf = ({ contenu, numero }: PrintedPiece): string =>
  `${NATURES_PIECE[contenu.nature]} n° ${numero}`;

function draw(document: PdfDocument, sheet: Structure, piece: PrintedPiece, context: PieceContext): void {
  const { contenu, numero, code, jour } = piece;
  const { enTete, verification } = headOf(contenu, code, context);
  const mention = mentionOf(piece);
  if ('compte' in contenu)
    return drawAvis(document, sheet, { contenu, numero, enTete, verification, mention });

  const papier = papierOf(contenu);
  let y = letterhead(document, sheet, enTete, verification);
  y = heading(document, sheet, y, { title: titleOf(piece), chemin: contenu.chemin });
  if (contenu.nature === 'avis') {
    if (mention) y = line(document, sheet, y, mention, { weight: 'bold', size: 14, color: INK.black }) + 8;
    y = drawAncienAvis(document, sheet, y, contenu, jour);
    return signature(document, sheet, y, { papier, signataire: papier.signataireAvis });
  }
  for (const { text, grave } of mentionsOf(piece, contenu)) {
    const look = grave ? { size: 12, color: INK.warning } : { size: 13, color: INK.black };
    y = line(document, sheet, y, text, { weight: 'bold', ...look }) + 6;
  }
  y = drawRecu(document, sheet, y, contenu, context.timeZone);
  return signature(document, sheet, y, {
    papier,
    signataire: papier.signataireAvis,
    jour: contenu.detail?.jour,
  });
}

/** A receipt as it was issued. */
export type PrintedRecu = PrintedPiece & { contenu: ContenuRecu };

/** Draws receipts in the chosen format. @param foot last line of a till roll, which has no page foot */
export function recuDrawing(
  context: PieceContext,
  format: FormatRecu,
  foot: string,
): (document: PdfDocument, piece: PrintedRecu) => void {
  if (format === 'A4') return pieceDrawing(context);
  const drawSmall = format === 'A5' ? drawRecuHalf : drawRecuRoll;
  return (document, piece) => {
    const { contenu } = piece;
    const papier = papierOf(contenu);
    drawSmall(document, {
      contenu,
      title: titleOf(piece),
      mentions: mentionsOf(piece, contenu),
      ...headOf(contenu, piece.code, context),
      signataire: papier.signataireAvis,
      lieu: papier.lieu,
      timeZone: context.timeZone,
      foot,
    } satisfies RecuPaper);
  };
}
