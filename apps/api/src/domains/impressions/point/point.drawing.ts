/** Draws « Point du mois »: one A4 page for the mayor, black on white, bars outlined so that a copy stays legible. No I/O. */
import { formatDay, formatNumber, MOYENS, moisText, sumBy } from '@octroi/contract';
import { share } from '@octroi/contract/pilotage/share';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { fillRectangle, INK } from '#src/platform/pdf/operators.ts';
import { letterhead } from '../documents/letterhead.ts';
import { line } from '../sheets/sheet.ts';
import type { ContenuPoint } from './contenu.ts';
import { grid, ROW } from './grid.drawing.ts';
import { drawMonths } from './months.drawing.ts';

/** Places listed; the others are one row. */
const MOST_PLACES = 12;
/** Distance between two columns of the page. */
const GUTTER = 24;
const HALF_GAP = GUTTER / 2;

const percent = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const partText = (part: number, whole: number): string =>
  whole > 0 ? `${percent.format((part / whole) * 100)} %` : '—';
const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatNumber(amount)}`;

export function drawPoint(document: PdfDocument, contenu: ContenuPoint): void {
  document.addPage();
  document.group(document.root, 'Sect', (sheet) => {
    let y = letterhead(document, sheet, contenu);
    y = drawHead(document, sheet, y, contenu);
    y = drawSums(document, sheet, y + 4, contenu);
    const left = drawReceived(document, sheet, y + 12, contenu);
    const right = drawByMonth(document, sheet, y + 12, contenu);
    y = drawPlaces(document, sheet, Math.max(left, right) + 8, contenu);
    const debtors = drawDebtors(document, sheet, y + 8, contenu);
    const methods = drawMethods(document, sheet, y + 8, contenu);
    y = drawWaiting(document, sheet, Math.max(debtors, methods) + 8, contenu);
    drawNotes(document, sheet, y + 8, contenu);
  });
}

const title = (
  document: PdfDocument,
  sheet: Structure,
  y: number,
  text: string,
  x = document.left,
  width = document.contentWidth,
): number => {
  document.part(sheet, 'H2', () => {
    document.text(`${text} `, x, y, { size: 10, weight: 'bold', width, color: INK.black });
  });
  return y + 10 * LINE + 2;
};

function drawHead(document: PdfDocument, sheet: Structure, y: number, { jours }: ContenuPoint): number {
  const days = `Du ${formatDay(jours.from)} au ${formatDay(jours.to)} au soir, en F CFA `;
  const { left, contentWidth: width } = document;
  document.part(sheet, 'P', () => {
    document.text(days, left, y + 8, { size: 9, width, align: 'right', color: INK.black });
  });
  return line(document, sheet, y, `Point du mois : ${moisText(jours.to.slice(0, 7))}`, {
    type: 'H1',
    weight: 'bold',
    size: 17,
    width: width - document.widthOf(days, 9) - 8,
    lines: 1,
    color: INK.black,
  });
}

/** The three figures of the page, in one frame. @returns the y coordinate below it */
function drawSums(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { annee, recu, avant, exercice, jours } = contenu;
  const gap = exercice.encaisse - exercice.echu;
  const change = avant > 0 ? ` (${percent.format(((recu.total - avant) / avant) * 100)} %)` : '';
  const cells = [
    [
      `Reçu en ${moisText(jours.to.slice(0, 7)).split(' ')[0]}`,
      recu.total,
      `${signed(recu.total - avant)}${change} sur les mêmes jours de ${annee - 1}`,
    ],
    [
      `Reçu pour ${annee}`,
      exercice.encaisse,
      `${partText(exercice.encaisse, exercice.attendu)} de ${formatNumber(exercice.attendu)}`,
    ],
    ['Échu à ce jour', exercice.echu, `écart : ${signed(gap)}`],
  ] as const;
  const { left, contentWidth: width } = document;
  const [height, cell] = [54, width / cells.length];
  const [bottom, right] = [y + height, left + width];
  document.artifact(() =>
    document.lines(
      [
        [left, y, right, y],
        [left, bottom, right, bottom],
        ...[0, 1, 2, 3].map((index): [number, number, number, number] => [
          left + index * cell,
          y,
          left + index * cell,
          bottom,
        ]),
      ],
      { thickness: 1 },
    ),
  );
  for (const [index, [label, amount, remark]] of cells.entries()) {
    const x = left + index * cell + 9;
    const room = cell - 18;
    const figure = formatNumber(amount);
    document.part(sheet, 'P', () => {
      document.text(`${label} `, x, y + 5, { size: 9, weight: 'bold', width: room, color: INK.black });
      const size = document.fittingSize(figure, room, 18, 'bold');
      document.text(`${figure} `, x, y + 16, { size, weight: 'bold', width: room + 1, color: INK.black });
      const small = document.fittingSize(`${remark} `, room, 8);
      document.text(`${remark} `, x, y + 40, { size: small, width: room + 1, color: INK.black });
    });
  }
  return bottom;
}

/** @returns the y coordinate below it */
function drawReceived(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { annee, recu } = contenu;
  const width = document.contentWidth * 0.42 - HALF_GAP;
  return grid(document, sheet, {
    x: document.left,
    y: title(document, sheet, y, '1. Reçu dans le mois', document.left, width),
    columns: [
      { header: '', width: width - 90 },
      { header: '', width: 90, figure: true },
    ],
    rows: [
      [`Pour l’exercice ${annee}`, recu.exercice],
      ['Arriérés d’exercices passés', recu.arrieres],
      [`D’avance, pour ${annee + 1} et après`, recu.avance],
    ],
    total: ['Total reçu', recu.total],
  });
}

function drawByMonth(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const width = document.contentWidth * 0.58 - HALF_GAP;
  const x = document.left + document.contentWidth - width;
  const top = title(document, sheet, y, '2. Mois par mois, pour l’exercice', x, width);
  return drawMonths(document, sheet, { x, y: top, width }, contenu);
}

/** @returns the y coordinate below it */
function drawPlaces(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { annee, lieux, entite } = contenu;
  const sorted = lieux.toSorted((a, b) => b.paye * Math.max(1, a.prevu) - a.paye * Math.max(1, b.prevu));
  const shown = sorted.length > MOST_PLACES ? sorted.slice(0, MOST_PLACES - 1) : sorted;
  const others = sorted.slice(shown.length);
  const sumOf = (rows: typeof lieux, nom: string) => ({
    nom,
    mois: sumBy(rows, ({ mois }) => mois),
    prevu: sumBy(rows, ({ prevu }) => prevu),
    paye: sumBy(rows, ({ paye }) => paye),
  });
  const rows = [...shown, ...(others.length > 0 ? [sumOf(others, `Les ${others.length} autres`)] : [])];
  const cells = ({ nom, mois, prevu, paye }: (typeof lieux)[number]) => [
    nom,
    mois,
    prevu,
    paye,
    prevu - paye,
    partText(paye, prevu),
  ];
  const top = title(document, sheet, y, '3. Par lieu, du mieux au moins bien payé');
  // places of one commune often begin with the same words: their names get the most room
  const bar = 60;
  const figure = 62;
  const columns = [
    { header: 'Lieu', width: document.contentWidth - bar - 4 * figure - 48 },
    { header: 'Reçu, mois', width: figure, figure: true },
    { header: `Prévu ${annee}`, width: figure, figure: true },
    { header: 'Payé', width: figure, figure: true },
    { header: 'Restant', width: figure, figure: true },
    { header: 'Part', width: 48, figure: true },
  ];
  const end = grid(document, sheet, {
    x: document.left,
    y: top,
    columns,
    rows: rows.map(cells),
    total: cells(sumOf(lieux, entite)),
  });
  const x = document.left + document.contentWidth - bar + 8;
  document.artifact(() => {
    for (const [index, { prevu, paye }] of rows.entries())
      drawBar(document, x, top + (index + 1) * ROW + 3, bar - 8, share(paye, prevu) ?? 0);
  });
  return end;
}

/** A bar filled to a share, outlined. @param part percent */
function drawBar(document: PdfDocument, x: number, y: number, width: number, part: number): void {
  const height = 7;
  const filled = (width * Math.min(100, Math.max(0, part))) / 100;
  document.content(fillRectangle(x, document.height - y - height, filled, height, INK.accent));
  document.lines([
    [x, y, x + width, y],
    [x, y + height, x + width, y + height],
    [x, y, x, y + height],
    [x + width, y, x + width, y + height],
  ]);
}

/** Width of the methods; the debtors have the rest. */
const METHODS = 180;

/** @returns the y coordinate below it */
function drawDebtors(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { debiteurs, jour } = contenu;
  const width = document.contentWidth - METHODS - GUTTER;
  const heading = `4. Plus grands impayés, au ${formatDay(jour)}`;
  const top = title(document, sheet, y, heading, document.left, width);
  const note = (text: string): number =>
    line(document, sheet, top, text, { size: 8, width, lines: 2, color: INK.black });
  if (!debiteurs) return note('Réservé à qui peut exporter les contribuables.');
  if (debiteurs.length === 0) return note('Personne ne doit rien.');
  const figure = 68;
  return grid(document, sheet, {
    x: document.left,
    y: top,
    columns: [
      { header: 'Débiteur', width: (width - 2 * figure) * 0.56 },
      { header: 'Lieu', width: (width - 2 * figure) * 0.44 },
      { header: 'Impayé', width: figure, figure: true },
      { header: 'dont arriérés', width: figure, figure: true },
    ],
    rows: debiteurs.map(({ nom, lieu, montant, arrieres }) => [nom, lieu, montant, arrieres || null]),
    total: [
      `Les ${debiteurs.length}`,
      '',
      sumBy(debiteurs, ({ montant }) => montant),
      sumBy(debiteurs, ({ arrieres }) => arrieres),
    ],
  });
}

const OTHERS = { autres: 'Autres moyens', remboursements: 'Remboursé ou annulé' } as const;
const methodText = (cle: ContenuPoint['moyens'][number]['cle']): string =>
  cle === 'autres' || cle === 'remboursements' ? OTHERS[cle] : MOYENS[cle].label;

/** @returns the y coordinate below it */
function drawMethods(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { moyens, recu } = contenu;
  const x = document.left + document.contentWidth - METHODS;
  const top = title(document, sheet, y, '5. Par moyen, dans le mois', x, METHODS);
  return grid(document, sheet, {
    x,
    y: top,
    columns: [
      { header: 'Moyen', width: 90 },
      { header: 'Reçu', width: 56, figure: true },
      { header: 'Part', width: 34, figure: true },
    ],
    rows: moyens
      .toSorted((a, b) => b.montant - a.montant)
      .map(({ cle, montant }) => [methodText(cle), montant, partText(montant, recu.total)]),
    total: ['Total', recu.total, recu.total > 0 ? '100 %' : '—'],
  });
}

/** What waits, in two columns. @returns the y coordinate below it */
function drawWaiting(document: PdfDocument, sheet: Structure, y: number, contenu: ContenuPoint): number {
  const { attentes, jour } = contenu;
  const top = title(document, sheet, y, `6. Ce qui attend, au ${formatDay(jour)}`);
  const width = document.contentWidth / 2 - HALF_GAP;
  const half = Math.ceil(attentes.length / 2);
  const columns = [
    { header: '', width: width - 50 },
    { header: '', width: 50, figure: true },
  ];
  const ends = [attentes.slice(0, half), attentes.slice(half)].map((some, index) =>
    some.length === 0
      ? top
      : grid(document, sheet, {
          x: document.left + index * (width + GUTTER),
          y: top,
          columns,
          rows: some.map(({ label, nombre }) => [label, nombre]),
        }),
  );
  return Math.max(...ends);
}

function drawNotes(document: PdfDocument, sheet: Structure, y: number, { betail }: ContenuPoint): void {
  const livestock = betail === 0 ? '' : ` Bétail, à part : ${formatNumber(betail)} reçus dans le mois.`;
  line(
    document,
    sheet,
    y,
    `Reçu : payé et gardé, remboursements déduits. Prévu : échéances de toute l’année. Échu : celles qui étaient à payer. Sans le bétail, les recettes au comptant ni ce qui est à classer.${livestock}`,
    { size: 7.5, lines: 3, color: INK.black },
  );
}
