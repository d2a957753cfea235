/** A receipt or a notice on paper: A4, upright, with the code that anybody checks it by. Drawing alone. */
import { formatDay, groupedCode, NATURES_PIECE } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type EnTete, heading, letterhead, type Verification } from '../documents/letterhead.ts';
import { line, signature } from '../documents/sheet.ts';
import { drawAncienAvis } from './avis-ancien.drawing.ts';
import { drawAvis } from './avis.drawing.ts';
import { papierOf } from './papier-of.ts';
import type { PrintedPiece } from './pieces.repository.ts';
import { drawRecu } from './recu.drawing.ts';

/** What pieces are drawn with, beside what each says. */
export interface PieceContext {
  /** Crests by name, PNG. */
  ecussons: ReadonlyMap<string, Uint8Array>;
  /** Where anybody checks a piece, without its code. */
  adresse: string;
  timeZone: string;
}

/** Draws pieces one after another. */
export const pieceDrawing =
  (context: PieceContext) =>
  (document: PdfDocument, piece: PrintedPiece): void => {
    document.addPage();
    document.group(document.root, 'Sect', (sheet) => draw(document, sheet, piece, context));
  };

/** What a reprint says of itself; a notice states what stood on its day. */
function mentionOf({ impressions, contenu, jour }: PrintedPiece): string | undefined {
  if (impressions < 2) return undefined;
  const duplicata = `DUPLICATA (impression n° ${impressions})`;
  return contenu.nature === 'avis' ? `${duplicata} · Situation au ${formatDay(jour)}` : duplicata;
}

function draw(document: PdfDocument, sheet: Structure, piece: PrintedPiece, context: PieceContext): void {
  const { contenu, numero, code } = piece;
  const papier = papierOf(contenu);
  const ecusson = papier.ecusson === null ? undefined : context.ecussons.get(papier.ecusson);
  const enTete: EnTete = { entite: contenu.entite.nom, papier, ecusson };
  const verification: Verification = { adresse: `${context.adresse}${groupedCode(code)}`, code };
  const mention = mentionOf(piece);
  if ('compte' in contenu)
    return drawAvis(document, sheet, { contenu, numero, enTete, verification, mention });

  let y = letterhead(document, sheet, enTete, verification);
  const title = `${NATURES_PIECE[contenu.nature]} n° ${numero}`;
  y = heading(document, sheet, y, { title, chemin: contenu.chemin });
  if (mention) y = line(document, sheet, y, mention, { weight: 'bold', size: 14, color: INK.black }) + 8;
  if (piece.annuleLe) {
    const text = `PAIEMENT ANNULÉ le ${formatDay(piece.annuleLe)} : ce reçu ne prouve plus rien.`;
    y = line(document, sheet, y, text, { weight: 'bold', size: 12, color: INK.warning }) + 8;
  }
  y =
    contenu.nature === 'recu'
      ? drawRecu(document, sheet, y, contenu, context.timeZone)
      : drawAncienAvis(document, sheet, y, contenu, piece.jour);
  const jour = contenu.nature === 'recu' ? contenu.detail?.jour : undefined;
  signature(document, sheet, y, { papier, signataire: papier.signataireAvis, jour });
}
