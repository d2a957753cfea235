/** Draws a receipt on half a sheet (A5 landscape) or on an 80 mm till roll. No I/O. */
import {
  amountInWords,
  attenteText,
  formatDay,
  formatFrancs,
  formatInstant,
  formatNumber,
  groupedCode,
} from '@octroi/contract';
import type { PdfDocument } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { Column, drawOnRoll } from '../documents/column.ts';
import { type EnTete, letterhead, type Verification } from '../documents/letterhead.ts';
import { line } from '../sheets/sheet.ts';
import type { ContenuRecu } from '../pieces/contenu.ts';
import { avanceText, factsOf, type Mention, partsOf, restesOf } from './recu-dits.ts';

export interface RecuPaper {
  contenu: ContenuRecu;
  /** `Reçu n° NIA-2026-000123`. */
  title: string;
  mentions: readonly Mention[];
  enTete: EnTete;
  verification: Verification;
  signataire: string;
  lieu: string;
  timeZone: string;
  /** When and by whom it was printed. */
  foot: string;
}

const lay = (column: Column, mentions: readonly Mention[]): void => {
  for (const { text, grave } of mentions)
    // a till roll has no colours
    column.text(text, { weight: 'bold', size: grave ? 10.5 : 9 });
};

function layReste(column: Column, contenu: ContenuRecu, brief: boolean): void {
  const { detail } = contenu;
  if (!detail) return;
  column.text(`Ce qui reste à payer au ${formatDay(detail.jour)}`, { type: 'H2', weight: 'bold' });
  for (const [label, amount] of restesOf(contenu, brief)) column.pair(label, formatNumber(amount));
  column.pair('Total à payer', formatFrancs(detail.total), { weight: 'bold' });
  if (detail.avance > 0) column.text(avanceText(detail.avance));
  const waiting = attenteText(detail.attentes ?? []);
  if (waiting) column.text(waiting);
}

function layPaid(column: Column, contenu: ContenuRecu, brief: boolean): void {
  const parts = partsOf(contenu, brief);
  if (parts.length === 0) return;
  column.text('Ce qui a été payé', { type: 'H2', weight: 'bold' });
  for (const [label, amount] of parts) column.pair(label, formatNumber(amount));
}

export function drawRecuRoll(document: PdfDocument, paper: RecuPaper): void {
  const { contenu, enTete, verification } = paper;
  const { contribuable, cheque, payeur } = contenu;
  const middle = { align: 'center' } as const;
  const paid = formatInstant(contenu.date, paper.timeZone);
  drawOnRoll(document, (column) => {
    column.text(enTete.papier.enTete, { ...middle, size: 8 });
    column.text(enTete.entite, { ...middle, size: 11, weight: 'bold' });
    column.text(enTete.papier.office, { ...middle, size: 8 });
    column.rule();
    column.text(paper.title, { ...middle, type: 'H1', size: 11, weight: 'bold' });
    column.text(`${paid.jour} à ${paid.heure}`, middle);
    lay(column, paper.mentions);
    column.rule([1, 2]);
    column.text(contribuable.fullName, { weight: 'bold', size: 10.5 });
    column.text([contribuable.numKlis, contribuable.telephone].filter(Boolean).join(' · '));
    if (payeur) column.pair('Remis par', payeur);
    column.rule([1, 2]);
    layPaid(column, contenu, false);
    column.space(2);
    column.pair('Montant reçu', formatFrancs(contenu.montant), { size: 13, weight: 'bold' });
    column.text(`${amountInWords(contenu.montant)}.`, { size: 8 });
    column.rule([1, 2]);
    column.pair('Moyen de paiement', contenu.moyen);
    if (cheque) {
      column.pair('Chèque n°', cheque.numero);
      column.pair('Banque', cheque.banque);
      column.pair('Tireur', cheque.tireur);
    }
    column.pair('Référence', contenu.reference);
    column.pair('Reçu par', contenu.agent ?? '—');
    if (contenu.detail) column.rule([1, 2]);
    layReste(column, contenu, false);
    column.rule();
    column.qr(verification.adresse, 96);
    column.text('Vérifier :', { ...middle, size: 8 });
    column.text(verification.adresse.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, ''), middle);
    column.text(groupedCode(verification.code), { ...middle, size: 8.5, weight: 'bold' });
    column.space(4);
    column.text(paper.foot, { ...middle, size: 7 });
  });
}

const BETWEEN = 22;
const SIZE = 9;

/** The column in the largest font that fits: long names are printed smaller, and none is left out. */
function smallest(lay: (size: number) => Column, room: number): Column {
  for (let size = SIZE; size > 5; size -= 0.5) {
    const column = lay(size);
    if (column.height <= room) return column;
  }
  return lay(5);
}

export function drawRecuHalf(document: PdfDocument, paper: RecuPaper): void {
  const { contenu } = paper;
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    let y = letterhead(document, sheet, paper.enTete, paper.verification);
    y = line(document, sheet, y - 2, paper.title, {
      type: 'H1',
      weight: 'bold',
      size: 15,
      color: INK.black,
    });
    for (const { text, grave } of paper.mentions)
      y = line(document, sheet, y, text, {
        weight: 'bold',
        size: 10.5,
        color: grave ? INK.warning : INK.black,
      });
    y += 6;
    const width = (document.contentWidth - BETWEEN) / 2;
    const facts = (size: number): Column => {
      const column = new Column(document, width, size);
      for (const [label, value] of factsOf(contenu, paper.timeZone)) if (value) column.pair(label, value);
      column.space(6);
      column.text(`Montant reçu : ${formatFrancs(contenu.montant)}`, { size: 14, weight: 'bold' });
      column.text(`Arrêté le présent reçu à la somme de ${amountInWords(contenu.montant)}.`);
      return column;
    };
    smallest(facts, document.bottom - y).draw(sheet, document.left, y);

    const signed = new Column(document, width, SIZE);
    const jour = contenu.detail?.jour;
    const placeAndLe = paper.lieu ? `Fait à ${paper.lieu}, le` : 'Le';
    if (jour) signed.text(`${placeAndLe} ${formatDay(jour)}`, { align: 'right' });
    signed.text(paper.signataire, { align: 'right', weight: 'bold' });
    signed.space(30);
    const room = document.bottom - y - signed.height;
    const paidColumn = (brief: boolean, size = SIZE): Column => {
      const column = new Column(document, width, size);
      layPaid(column, contenu, brief);
      column.space(6);
      layReste(column, contenu, brief);
      return column;
    };
    const detailed = paidColumn(false);
    const right = detailed.height <= room ? detailed : smallest((size) => paidColumn(true, size), room);
    const x = document.left + width + BETWEEN;
    right.draw(sheet, x, y);
    signed.draw(sheet, x, Math.max(y + right.height + 6, document.bottom - signed.height));
  });
}
