/**
 * Draws a notice issued before notices listed échéances one by one: a reprint must show what the original showed. No
 * I/O.
 */
import { amountInWords, formatDay, formatFrancs } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { Table } from '#src/platform/pdf/table.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type Detail, details, line } from '../sheets/sheet.ts';
import type { ContenuAncienAvis } from '../pieces/contenu.ts';

const LIGNES: readonly TableColumn[] = [
  { header: 'Base taxable', kind: 'text', width: 26 },
  { header: 'Précision', kind: 'text', width: 20 },
  { header: 'Nombre', kind: 'figure', width: 9 },
  { header: 'Prix unitaire', kind: 'figure', width: 13 },
  { header: 'Total', kind: 'figure', width: 13, total: true },
];

function drawLignes(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  { annee, lignes, prevu, paye }: ContenuAncienAvis,
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
  const left = formatFrancs(Math.max(prevu - paye, 0));
  const paid = `Au ${formatDay(jour)}, déjà payé : ${formatFrancs(paye)}. Reste à payer : ${left}.`;
  const next = line(document, sheet, table.end('Total') + 10, paid, look);
  return line(document, sheet, next + 14, `Arrêté le présent avis à la somme de ${amountInWords(prevu)}.`, {
    size: 10,
  });
}

/** @returns the y coordinate below it */
export function drawAncienAvis(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  contenu: ContenuAncienAvis,
  jour: string,
): number {
  const { contribuable, annee, echeance, remplace } = contenu;
  let next = y;
  if (remplace) {
    const text = `Annule et remplace l'avis n° ${remplace.numero} du ${formatDay(remplace.jour)}.`;
    next = line(document, sheet, next, text, { weight: 'bold', size: 12, color: INK.warning }) + 8;
  }
  const facts: Detail[] = [
    ['Numéro de contribuable', contribuable.numKlis],
    ['Nom complet', contribuable.fullName],
    ['Téléphone', contribuable.telephone],
    ['Adresse', contribuable.adresse],
    ['Exercice', String(annee)],
    ['Émis le', formatDay(jour)],
    echeance !== null && echeance <= jour
      ? ['À payer', `dès réception, exigible depuis le ${formatDay(echeance)}`]
      : ['À payer au plus tard le', echeance && formatDay(echeance)],
  ];
  next = details(document, sheet, facts, { x: document.left, y: next, width: document.contentWidth });
  return drawLignes(document, sheet, next, contenu, jour);
}
