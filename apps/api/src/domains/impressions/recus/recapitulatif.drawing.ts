/** Draws the summary of one payer's money for several taxpayers. No I/O. */
import {
  amountInWords,
  formatFrancs,
  formatInstant,
  sumBy,
  type Encaissement,
  type Papier,
} from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { Table } from '#src/platform/pdf/table.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { Column, drawOnRoll } from '../documents/column.ts';
import { type EnTete, letterhead } from '../documents/letterhead.ts';
import { type Detail, line, SIGNATURE, signature } from '../sheets/sheet.ts';

interface RecapitulatifPaper {
  encaissement: Encaissement;
  papier: Papier;
  enTete: EnTete;
  timeZone: string;
  foot: string;
}

type Ligne = Encaissement['lignes'][number];

const TITLE = 'Récapitulatif d’encaissement';
const NOTE = 'Chaque contribuable a son reçu : ce récapitulatif ne le remplace pas.';
const PROVISOIRE = 'Sous réserve d’encaissement du chèque.';

const BETWEEN = 24;

const LINES: readonly TableColumn[] = [
  { header: 'Reçu n°', kind: 'text', width: 24 },
  { header: 'Contribuable', kind: 'text', width: 40 },
  { header: 'Numéro', kind: 'text', width: 16 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 20 },
];

/** Its lines in force: if a payment was booked again, only the last one. */
const lignesOf = ({ lignes }: Encaissement): Ligne[] =>
  lignes.filter(({ remplacePar }) => remplacePar === null);
const standing = ({ annulee, montant }: Ligne): number => (annulee ? 0 : montant);

/** The receipt number of a line, or the text in its place. */
function numeroOf({ numeroRecu, noTransaction, annulee, remplace }: Ligne): string {
  const numero = numeroRecu ?? `provisoire ${noTransaction}`;
  if (annulee) return `${numero}, annulé`;
  return remplace?.numeroRecu ? `${numero}, remplace ${remplace.numeroRecu}` : numero;
}

function factsOf({ payeur, cheque, createdBy, moyenPaiement }: Encaissement, receivedAt: string): Detail[] {
  return [
    ['Remis par', payeur.nom],
    ['Téléphone', payeur.telephone],
    ['Remis le', receivedAt],
    ['Moyen de paiement', moyenPaiement.nom],
    ...(cheque
      ? ([
          ['Chèque n°', cheque.numero],
          ['Banque', cheque.banque],
          ['Tireur', cheque.tireur],
        ] as const)
      : []),
    ['Reçu par', createdBy.fullName],
  ];
}

const noteOf = ({ etat }: Encaissement): string => (etat === 'Provisoire' ? PROVISOIRE : '');

function summaryOf({ encaissement, timeZone }: RecapitulatifPaper) {
  const { jour, heure } = formatInstant(encaissement.createdAt, timeZone);
  const lignes = lignesOf(encaissement);
  return { taken: `${jour} à ${heure}`, lignes, total: sumBy(lignes, standing) };
}

/** In two columns, so that the lines fit on half a sheet. @returns the y coordinate below them */
function drawFacts(document: PdfDocument, sheet: Structure, y: number, facts: readonly Detail[]): number {
  const width = (document.contentWidth - BETWEEN) / 2;
  const half = Math.ceil(facts.length / 2);
  const ends = [facts.slice(0, half), facts.slice(half)].map((some, index) => {
    const column = new Column(document, width, 9.5);
    for (const [label, value] of some) column.pair(label, value || '—');
    return column.draw(sheet, document.left + index * (width + BETWEEN), y);
  });
  return Math.max(...ends);
}

/** @param paper drawn on the sheets of the document */
export function drawRecapitulatif(document: PdfDocument, paper: RecapitulatifPaper): void {
  const { encaissement, papier, enTete } = paper;
  const { taken, lignes, total } = summaryOf(paper);
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    let y = letterhead(document, sheet, enTete);
    y = line(document, sheet, y, TITLE, { type: 'H1', weight: 'bold', size: 16, color: INK.black }) + 6;
    const bold = { weight: 'bold', size: 11, color: INK.black } as const;
    const note = noteOf(encaissement);
    if (note) y = line(document, sheet, y, note, bold) + 4;
    y = drawFacts(document, sheet, y, factsOf(encaissement, taken));
    y = line(document, sheet, y + 6, `Somme remise : ${formatFrancs(encaissement.montant)}`, {
      ...bold,
      size: 14,
    });
    y = line(document, sheet, y + 2, `Soit ${amountInWords(encaissement.montant)}.`, { size: 10 }) + 8;
    const table = new Table(document, sheet, LINES, {
      marks: 'cells',
      y,
      top: document.margin,
      size: 10,
    });
    for (const ligne of lignes) {
      const { contribuable } = ligne;
      table.row([numeroOf(ligne), contribuable.fullName, contribuable.numKlis, standing(ligne)]);
    }
    y = table.end([['Total', null, null, total]]) + 6;
    y = line(document, sheet, y, NOTE, { size: 9 });
    // the summary proves nothing by itself, so its signature is not worth another page
    if (y + SIGNATURE <= document.bottom)
      signature(document, sheet, y, { papier, signataire: papier.signataireAvis });
  });
}

export function drawRecapitulatifRoll(document: PdfDocument, paper: RecapitulatifPaper): void {
  const { encaissement, enTete } = paper;
  const { taken, lignes, total } = summaryOf(paper);
  const middle = { align: 'center' } as const;
  drawOnRoll(document, (column) => {
    column.text(enTete.papier.enTete, { ...middle, size: 8 });
    column.text(enTete.entite, { ...middle, size: 11, weight: 'bold' });
    column.text(enTete.papier.office, { ...middle, size: 8 });
    column.rule();
    column.text(TITLE, { ...middle, type: 'H1', size: 11, weight: 'bold' });
    column.text(noteOf(encaissement), { weight: 'bold' });
    for (const [label, value] of factsOf(encaissement, taken)) if (value) column.pair(label, value);
    column.rule([1, 2]);
    column.pair('Somme remise', formatFrancs(encaissement.montant), { size: 12, weight: 'bold' });
    column.text(`${amountInWords(encaissement.montant)}.`, { size: 8 });
    column.rule([1, 2]);
    for (const ligne of lignes) {
      const { fullName, numKlis } = ligne.contribuable;
      column.pair(`${fullName} · ${numKlis}`, formatFrancs(standing(ligne)));
      column.text(numeroOf(ligne), { size: 8 });
      column.space(2);
    }
    column.rule();
    column.pair('Total', formatFrancs(total), { size: 11, weight: 'bold' });
    column.text(NOTE, { size: 8 });
    column.space(4);
    column.text(paper.foot, { ...middle, size: 7 });
  });
}
