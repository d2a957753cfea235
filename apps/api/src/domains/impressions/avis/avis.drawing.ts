/**
 * Draws a demand notice: A4, black on white, folded in three for a window envelope. Window, fold marks and slip have
 * fixed places on the first page; the rest flows. No I/O.
 */
import { formatDay, formatLongDay } from '@octroi/contract';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { Flow, SIZE } from '../documents/flow.ts';
import { letterhead } from '../documents/letterhead.ts';
import { drawDue } from './avis-cadre.drawing.ts';
import { drawEnd, drawPaiement } from './avis-fin.drawing.ts';
import type { AvisPaper } from './avis-paper.ts';
import { drawBases, drawEcheances } from './avis-tables.drawing.ts';
import type { ContenuAvis } from '../pieces/contenu.ts';
import { drawSlip, SLIP_TOP } from './slip.drawing.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;

const WINDOW = { x: 105 * MM, y: 43 * MM, width: 93 * MM, height: 31 * MM };
const FOLDS = [99 * MM, 198 * MM];
const TITLE = 41 * MM;
const FRAME = 75.5 * MM;
const BLACK = { color: INK.black } as const;

export function drawAvis(document: PdfDocument, sheet: Structure, avis: AvisPaper): void {
  const { contenu, numero } = avis;
  const { numKlis } = contenu.contribuable;
  letterhead(document, sheet, avis.enTete, avis.verification);
  drawMarks(document);
  drawAddress(document, sheet, contenu);
  const y = Math.max(FRAME, drawIdentity(document, sheet, avis) + 6);
  const slip = (): void => drawSlip(document, sheet, avis);
  const flow = new Flow(document, sheet, {
    y,
    bottom: SLIP_TOP - 15,
    onLeave: slip,
    onPage: (page) => {
      const text = `Avis n° ${numero} · ${numKlis} · page ${page}`;
      document.artifact(() => document.text(text, document.left, document.margin, { size: SIZE, ...BLACK }));
      return document.margin + 22;
    },
  });
  drawDue(flow, contenu.compte);
  drawBases(flow, contenu.compte);
  drawEcheances(flow, contenu.compte);
  drawPaiement(flow, contenu);
  drawEnd(flow, contenu);
  if (flow.pages === 1) slip();
}

/** Marks the window's corners and the folds. */
function drawMarks(document: PdfDocument): void {
  const { x, y, width, height } = WINDOW;
  const arm = 12;
  const corners = [
    [x, y, 1, 1],
    [x + width, y, -1, 1],
    [x, y + height, 1, -1],
    [x + width, y + height, -1, -1],
  ] as const;
  document.artifact(() =>
    document.lines([
      ...corners.flatMap(
        ([left, top, right, down]) =>
          [
            [left, top, left + right * arm, top],
            [left, top, left, top + down * arm],
          ] as [number, number, number, number][],
      ),
      ...FOLDS.map((at) => [14, at, 26, at] as [number, number, number, number]),
    ]),
  );
}

/** The recipient's address; a long name is printed smaller, never cut. */
function drawAddress(
  document: PdfDocument,
  sheet: Structure,
  { contribuable, chemin, entite }: ContenuAvis,
): void {
  const [x, width, most] = [WINDOW.x + 14, WINDOW.width - 28, 6];
  const { fullName, adresse } = contribuable;
  const linesOf = (text: string, size: number, weight: 'bold' | 'regular'): number =>
    document.typesetter.wrap(text, (width / size) * 1000, 99, weight).length;
  const size = [10, 9, 8, 7, 6, 5].find((each) => linesOf(fullName, each, 'bold') * each <= 4 * 10) ?? 4;
  let y = WINDOW.y + 12;
  document.part(sheet, 'P', () => {
    y += document.text(`${fullName} `, x, y, { size, weight: 'bold', width, lines: 99, ...BLACK });
    // the collectivité is the last line; the other lines are kept from the street upwards, as far as they fit
    let room = most - 1 - Math.round((y - WINDOW.y - 12) / (SIZE * LINE));
    for (const [index, text] of [adresse, ...chemin.slice(1, 3).toReversed()].entries()) {
      const lines = index === 0 ? Math.min(2, room - 2) : Math.min(1, room);
      if (!text || lines < 1) continue;
      const height = document.text(`${text} `, x, y, { size: SIZE, width, lines, ...BLACK });
      room -= Math.round(height / (SIZE * LINE));
      y += height;
    }
    document.text(`${entite.nom.toUpperCase()} `, x, y, { size: SIZE, width, lines: 1, ...BLACK });
  });
}

/** @returns the y coordinate below it */
function drawIdentity(
  document: PdfDocument,
  sheet: Structure,
  { contenu, numero, mention }: AvisPaper,
): number {
  const { left } = document;
  const { compte, chemin, contribuable, remplace } = contenu;
  const width = WINDOW.x - left - 10;
  if (mention)
    document.part(sheet, 'P', () => {
      document.text(mention, left, TITLE - 15, {
        size: SIZE,
        weight: 'bold',
        width: document.contentWidth,
        ...BLACK,
      });
    });
  document.part(sheet, 'H1', () => {
    document.text(`Avis d'imposition ${compte.annee}`, left, TITLE, {
      size: 20,
      weight: 'bold',
      width,
      ...BLACK,
    });
  });
  const facts: [label: string, value: string, weight: 'bold' | 'regular'][] = [
    ["N° de l'avis", numero, 'bold'],
    ['Établi le', formatLongDay(compte.jour), 'regular'],
    ['Contribuable', contribuable.numKlis, 'bold'],
    ['Localisation', chemin.slice(1).join(' › '), 'regular'],
  ];
  const label = 74;
  let y = TITLE + 30;
  for (const [name, value, weight] of facts)
    document.part(sheet, 'P', () => {
      document.text(`${name} `, left, y, { size: SIZE, ...BLACK });
      y +=
        document.text(value, left + label, y, {
          size: SIZE,
          weight,
          width: width - label,
          lines: 3,
          ...BLACK,
        }) + 1.5;
    });
  if (remplace)
    document.part(sheet, 'P', () => {
      const by = `n° ${remplace.numero} du ${formatDay(remplace.jour)}.`;
      for (const text of ["Annule et remplace l'avis ", by])
        y += document.text(text, left, y, { size: SIZE, weight: 'bold', ...BLACK });
    });
  return y;
}
