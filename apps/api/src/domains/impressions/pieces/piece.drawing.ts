/** A receipt or a notice on paper: A4, upright, with the code that anybody checks it by. Drawing alone. */
import {
  amountInWords,
  formatDay,
  formatFrancs,
  formatInstant,
  formatNumber,
  groupedCode,
  NATURES_PIECE,
} from '@octroi/contract';
import { create } from 'qrcode';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { fillRectangle, INK } from '#src/platform/pdf/operators.ts';
import { Table, type TableColumn } from '#src/platform/pdf/table.ts';
import { type Detail, details, letterhead, line, signature } from '../documents/sheet.ts';
import type { ContenuAvis, ContenuRecu, PrintedPiece } from './pieces.repository.ts';

export interface PieceSheet {
  piece: PrintedPiece;
  /** What the QR code says. */
  adresse: string;
  timeZone: string;
}

const QR = 96;

const LIGNES: readonly TableColumn[] = [
  { header: 'Base taxable', kind: 'text', width: 26 },
  { header: 'Précision', kind: 'text', width: 20 },
  { header: 'Nombre', kind: 'figure', width: 9 },
  { header: 'Prix unitaire', kind: 'figure', width: 13 },
  { header: 'Total', kind: 'figure', width: 13, total: true },
];

export function drawPiece(document: PdfDocument, { piece, adresse, timeZone }: PieceSheet): void {
  const { contenu } = piece;
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    const title = `${NATURES_PIECE[contenu.nature]} n° ${piece.numero}`;
    let y = letterhead(document, sheet, { entite: contenu.entite.nom, title, chemin: contenu.chemin });
    if (piece.impressions > 1)
      y =
        line(document, sheet, y, `DUPLICATA (impression n° ${piece.impressions})`, {
          weight: 'bold',
          size: 16,
          color: INK.accent,
        }) + 8;
    const since = piece.annuleLe
      ? `PAIEMENT ANNULÉ le ${formatDay(piece.annuleLe)} : ce reçu ne prouve plus rien.`
      : contenu.nature === 'avis' && contenu.remplace
        ? `Annule et remplace l'avis n° ${contenu.remplace.numero} du ${formatDay(contenu.remplace.jour)}.`
        : undefined;
    if (since) y = line(document, sheet, y, since, { weight: 'bold', size: 12, color: INK.warning }) + 8;
    y = details(document, sheet, detailsOf(piece, timeZone), {
      x: document.left,
      y,
      width: document.contentWidth,
    });
    y =
      contenu.nature === 'recu'
        ? drawRecu(document, sheet, y, contenu)
        : drawAvis(document, sheet, y, contenu, piece.jour);
    y = drawCode(document, sheet, y + 18, { adresse, code: piece.code });
    signature(document, sheet, y, noteOf(contenu));
  });
}

function detailsOf({ contenu, jour }: PrintedPiece, timeZone: string): Detail[] {
  const { contribuable } = contenu;
  const who: Detail[] = [
    ['Numéro de contribuable', contribuable.numKlis],
    ['Nom complet', contribuable.fullName],
    ['Téléphone', contribuable.telephone],
    ['Adresse', contribuable.adresse],
  ];
  if (contenu.nature === 'avis')
    return [
      ...who,
      ['Exercice', String(contenu.annee)],
      ['Émis le', formatDay(jour)],
      contenu.echeance !== null && contenu.echeance <= jour
        ? ['À payer', `dès réception, exigible depuis le ${formatDay(contenu.echeance)}`]
        : ['À payer au plus tard le', contenu.echeance && formatDay(contenu.echeance)],
    ];
  const { jour: day, heure } = formatInstant(contenu.date, timeZone);
  return [
    ...who,
    ['Payé le', `${day} à ${heure}`],
    ['Moyen de paiement', contenu.moyen],
    ['Référence', contenu.reference],
    ['Reçu par', contenu.agent],
  ];
}

function drawRecu(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { montant, exercices }: ContenuRecu,
): number {
  let next = line(document, sheet, y + 8, `Montant reçu : ${formatFrancs(montant)}`, {
    weight: 'bold',
    size: 18,
  });
  for (const { annee, montant: part } of exercices)
    next = line(document, sheet, next + 2, `dont exercice ${annee} : ${formatNumber(part)} F CFA`);
  return next;
}

function drawAvis(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { annee, lignes, prevu, paye }: ContenuAvis,
  jour: string,
): number {
  const look = { weight: 'bold', size: 12 } as const;
  if (lignes.length === 0) return line(document, sheet, y + 8, `Plus rien n'est dû pour ${annee}.`, look);
  const table = new Table(document, sheet, LIGNES, {
    marks: 'cells',
    y: y + 8,
    top: document.margin,
    size: 8,
  });
  for (const { base, precision, nombre, prix, total } of lignes)
    table.row([base, precision, nombre, prix, total]);
  const next = table.end('Total') + 10;
  const left = formatFrancs(Math.max(prevu - paye, 0));
  return line(
    document,
    sheet,
    next,
    `Au ${formatDay(jour)}, déjà payé : ${formatFrancs(paye)}. Reste à payer : ${left}.`,
    look,
  );
}

const noteOf = (contenu: ContenuRecu | ContenuAvis): string =>
  contenu.nature === 'recu'
    ? `Arrêté le présent reçu à la somme de ${amountInWords(contenu.montant)}.`
    : `Arrêté le présent avis à la somme de ${amountInWords(contenu.prevu)}.`;

/** As squares, which no printer blurs. */
function drawQr(document: PdfDocument, text: string, x: number, y: number): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = QR / modules.size;
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        squares.push(
          fillRectangle(x + column * side, document.height - y - (row + 1) * side, side, side, INK.text),
        );
  document.content(squares.join('\n'));
}

/** The QR code, and the same for whoever has no camera; on a new page where this one is full. */
function drawCode(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { adresse, code }: { adresse: string; code: string },
): number {
  let top = y;
  if (top + QR > document.bottom) {
    document.addPage();
    top = document.margin;
  }
  document.part(sheet, 'Figure', () => drawQr(document, adresse, document.left, top), {
    alt: `Code QR : ${adresse}`,
  });
  const x = document.left + QR + 14;
  const width = document.contentWidth - QR - 14;
  document.part(sheet, 'P', () => {
    document.text('Vérifiez ce document ', x, top + 12, { size: 11, weight: 'bold', width });
    document.text(`Scannez le code, ou ouvrez ${adresse} `, x, top + 30, { size: 9, width, lines: 3 });
    document.text(groupedCode(code), x, top + 62, { size: 13, weight: 'bold', width });
  });
  return top + QR;
}
