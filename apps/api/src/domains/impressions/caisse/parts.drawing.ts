/** Parts common to till papers. No I/O. */
import { formatDay, formatFrancs, formatInstant } from '@octroi/contract';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { line, placeFor } from '../sheets/sheet.ts';
import type { Signataire } from './signatures.drawing.ts';

/** `12/10/2026 à 08:15` */
export const momentOf = (instant: string, timeZone: string): string => {
  const { jour, heure } = formatInstant(instant, timeZone);
  return `${jour} à ${heure.slice(0, 5)}`;
};

/** State of a paper between its head and its signatures. */
export interface Drawn {
  /** The y coordinate below what is drawn. */
  y: number;
  signataires: readonly Signataire[];
}

const AMOUNT = 16;

/** The amount that the signatures certify. */
export const amountLine = (
  document: PdfDocument,
  part: Structure,
  y: number,
  label: string,
  montant: number,
): number =>
  line(document, part, placeFor(document, y + 6, AMOUNT * LINE), `${label} : ${formatFrancs(montant)}`, {
    weight: 'bold',
    size: AMOUNT,
    color: INK.black,
  });

/** Characters of a word that fit on any line. */
const LONGEST = 60;

/** Splits a text into lines no wider than the page. */
function linesOf(document: PdfDocument, text: string, size: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let present = '';
    for (const word of paragraph
      .split(' ')
      .flatMap((each) => each.match(new RegExp(`.{1,${LONGEST}}`, 'gu')) ?? [])) {
      const longer = `${present}${word} `;
      if (present && document.widthOf(longer, size) > document.contentWidth) {
        lines.push(present);
        present = `${word} `;
      } else present = longer;
    }
    lines.push(present);
  }
  return lines;
}

/** Draws a text of any length over as many pages as needed. @returns the y coordinate below it */
export function flowing(document: PdfDocument, part: Structure, y: number, text: string, size = 10): number {
  let at = y;
  for (const each of linesOf(document, text, size)) {
    at = placeFor(document, at, size * LINE);
    if (each) line(document, part, at, each, { size });
    at += size * LINE;
  }
  return at;
}

/** `+ 500 F CFA`: a difference with its sign. */
export const gapText = (montant: number): string =>
  montant === 0
    ? 'Aucun : le compte est juste'
    : `${montant > 0 ? 'En trop' : 'En moins'} : ${formatFrancs(Math.abs(montant))}`;

/** `Du 01/10/2026 au 31/10/2026` */
export const daysText = (du: string, au: string): string =>
  du === au ? `Le ${formatDay(du)}` : `Du ${formatDay(du)} au ${formatDay(au)}`;
