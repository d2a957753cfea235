/** Draws a receipt on an A4 sheet: amount received, what it paid, what remains due. No I/O. */
import { amountInWords, attenteText, formatDay, formatFrancs, PAYE_D_AVANCE } from '@octroi/contract';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { heightOfFirst, Table } from '#src/platform/pdf/table.ts';
import { type CellValue, withUnbreakableFigures, type TableColumn } from '#src/platform/pdf/table-cells.ts';
import { details, line, placeFor } from '../sheets/sheet.ts';
import type { ContenuRecu } from '../pieces/contenu.ts';
import { avanceText, factsOf, restesOf } from './recu-dits.ts';

const PARTS: readonly TableColumn[] = [
  { header: 'Exercice', kind: 'text', width: 16 },
  { header: 'Taxe', kind: 'text', width: 60 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 24 },
];
const RESTES: readonly TableColumn[] = [
  { header: 'Reste à payer', kind: 'text', width: 76 },
  { header: 'Montant (F CFA)', kind: 'figure', width: 24 },
];

/** @returns the y coordinate below it */
export function drawRecu(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  contenu: ContenuRecu,
  timeZone: string,
): number {
  const { montant, detail } = contenu;
  const place = { x: document.left, y, width: document.contentWidth };
  let next = details(document, sheet, factsOf(contenu, timeZone), place);
  next = line(document, sheet, next + 6, `Montant reçu : ${formatFrancs(montant)}`, {
    weight: 'bold',
    size: 18,
    color: INK.black,
  });
  next = line(document, sheet, next + 2, `Arrêté le présent reçu à la somme de ${amountInWords(montant)}.`, {
    size: 10,
  });
  return detail
    ? drawDetail(document, sheet, next + 14, contenu, detail)
    : contenu.exercices.reduce(
        (at, { annee, montant: part }) =>
          line(document, sheet, at + 2, `dont exercice ${annee} : ${formatFrancs(part)}`),
        next,
      );
}

function drawDetail(
  document: PdfDocument,
  sheet: Structure,
  y: number,
  contenu: ContenuRecu,
  { parts, jour, avance, total, attentes = [] }: NonNullable<ContenuRecu['detail']>,
): number {
  const look = { type: 'H2', weight: 'bold', size: 11.5, color: INK.black } as const;
  const place = (at: number) => ({ marks: 'cells', y: at, top: document.margin, size: 10 }) as const;
  // a title stays on the page of its content
  const titled = (
    at: number,
    title: string,
    columns: readonly TableColumn[],
    row: readonly CellValue[],
  ): number => {
    const height = 11.5 * LINE + 4 + heightOfFirst(document, columns, row, 10);
    return line(document, sheet, placeFor(document, at, height), title, look) + 4;
  };
  const amounts = [...parts.map((part) => part.montant), contenu.montant, total];
  const wide = (columns: readonly TableColumn[]) =>
    withUnbreakableFigures(
      document,
      columns,
      amounts.map((amount) => columns.map(({ kind }) => (kind === 'figure' ? amount : null))),
    );
  const rows = parts.map(({ annee, taxe, montant: part }) => [
    String(annee),
    taxe ?? `${PAYE_D_AVANCE}, pour ce qui sera dû`,
    part,
  ]);
  let next = titled(y, 'Ce qui a été payé', wide(PARTS), rows[0] ?? []);
  const paid = new Table(document, sheet, wide(PARTS), place(next));
  for (const row of rows) paid.row(row);
  next = paid.end([['Montant reçu', null, contenu.montant]]) + 16;

  const restes = restesOf(contenu, false);
  next = titled(next, `Ce qui reste à payer au ${formatDay(jour)}`, wide(RESTES), restes[0] ?? []);
  const left = new Table(document, sheet, wide(RESTES), place(next));
  for (const reste of restes) left.row(reste);
  if (restes.length === 0) left.row(['Rien n’est dû', 0]);
  next = left.end([['Total à payer', total]]) + 6;
  const beside = [avance > 0 && avanceText(avance), attenteText(attentes)];
  for (const text of beside) if (text) next = line(document, sheet, next, text, { size: 10 });
  return next;
}
