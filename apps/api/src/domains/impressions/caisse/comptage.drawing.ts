/**
 * Draws the count of a till, at closing or at a surprise control: the counted amount beside the expected one. No I/O.
 */
import {
  type Billets,
  COUPURES,
  formatDay,
  formatFrancs,
  formatNumber,
  REPORT,
  reportDe,
} from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import type { TableColumn } from '#src/platform/pdf/table-cells.ts';
import { table } from '../sheets/fiche.drawing.ts';
import { type Detail, details, line, placeFor } from '../sheets/sheet.ts';
import type { ContenuCloture, ContenuControle } from './contenu.ts';
import { amountLine, type Drawn, flowing, gapText, momentOf } from './parts.drawing.ts';

const COLUMNS: readonly TableColumn[] = [
  { header: 'Coupure', kind: 'figure', width: 30 },
  { header: 'Nombre', kind: 'figure', width: 30 },
  { header: 'Somme (F CFA)', kind: 'figure', width: 40 },
];

/** Amounts by denomination, then the total. @returns the y coordinate below it */
function drawBillets(
  document: PdfDocument,
  part: Structure,
  y: number,
  billets: Billets,
  compte: number,
): number {
  const rows = COUPURES.flatMap((coupure) => {
    const nombre = billets[`${coupure}`] ?? 0;
    return nombre > 0 ? [[formatNumber(coupure), nombre, coupure * nombre]] : [];
  });
  const end = table(document, part, y + 8, {
    title: 'Billets et pièces comptés',
    columns: COLUMNS,
    rows,
    empty: 'Rien n’a été compté.',
    foot: [['Total', null, compte]],
  });
  return amountLine(document, part, end, 'Compté', compte);
}

function drawText(document: PdfDocument, part: Structure, y: number, text: string | null): number {
  if (!text) return y;
  const at = placeFor(document, y + 10, 40);
  const top = line(document, part, at, 'Constatations', { type: 'H2', weight: 'bold', size: 11 });
  return flowing(document, part, top + 2, text);
}

export function drawCloture(
  document: PdfDocument,
  part: Structure,
  y: number,
  contenu: ContenuCloture,
  timeZone: string,
): Drawn {
  const facts: Detail[] = [
    ['Titulaire', contenu.titulaire],
    ['Journée', formatDay(contenu.jour)],
    ['Ouverte le', momentOf(contenu.ouverteLe, timeZone)],
    ...(contenu.compteeLe ? [['Comptée le', momentOf(contenu.compteeLe, timeZone)] as const] : []),
    [contenu.compteeLe ? 'Reçue au bureau le' : 'Fermée le', momentOf(contenu.fermeeLe, timeZone)],
    ['Fonds de caisse', formatFrancs(contenu.fonds)],
    ['Espèces reçues', formatFrancs(contenu.recu)],
    ['Espèces annulées', formatFrancs(contenu.annule)],
    ...(contenu.vendu > 0 ? [['Recettes au comptant', formatFrancs(contenu.vendu)] as const] : []),
    [REPORT, formatFrancs(reportDe(contenu))],
    ['Attendu en caisse', formatFrancs(contenu.attendu)],
    ['Compté', formatFrancs(contenu.compte)],
    ['Écart', gapText(contenu.compte - contenu.attendu)],
    ...(contenu.fermeePar === null ? [] : [['Fermée par', contenu.fermeePar] as const]),
  ];
  const next = details(document, part, facts, { x: document.left, y, width: document.contentWidth });
  const counted = drawBillets(document, part, next, contenu.billets, contenu.compte);
  return {
    y: drawText(document, part, counted, contenu.procesVerbal),
    signataires: [
      { role: 'Le titulaire', nom: contenu.titulaire },
      ...(contenu.fermeePar === null ? [] : [{ role: 'Qui a fermé la caisse', nom: contenu.fermeePar }]),
    ],
  };
}

export function drawControle(
  document: PdfDocument,
  part: Structure,
  y: number,
  contenu: ContenuControle,
  timeZone: string,
): Drawn {
  const facts: Detail[] = [
    ['Titulaire', contenu.titulaire],
    ['Contrôlée par', contenu.controleur],
    ['Journée', formatDay(contenu.jour)],
    ['Contrôlée le', momentOf(contenu.le, timeZone)],
    ['Attendu en caisse', formatFrancs(contenu.attendu)],
    ['Compté', formatFrancs(contenu.compte)],
    ['Différence', gapText(contenu.compte - contenu.attendu)],
  ];
  const next = details(document, part, facts, { x: document.left, y, width: document.contentWidth });
  const counted = drawBillets(document, part, next, contenu.billets, contenu.compte);
  return {
    y: drawText(document, part, counted, contenu.procesVerbal),
    signataires: [
      { role: 'Le titulaire', nom: contenu.titulaire },
      { role: 'Le contrôleur', nom: contenu.controleur },
    ],
  };
}
