/** Parts common to the sheets about a taxpayer: identity and signature. No I/O. */
import { formatLongDay, type Papier } from '@octroi/contract';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';

/** A label and its value; null is shown as a dash. */
export type Detail = readonly [label: string, value: string | null];

const SIZE = 9;

/** Draws one line. @returns the y coordinate of the next */
export function line(
  document: PdfDocument,
  parent: Structure,
  y: number,
  text: string,
  options: Partial<Parameters<PdfDocument['text']>[3]> & { type?: 'P' | 'H1' | 'H2' } = {},
): number {
  const { type = 'P', ...look } = options;
  const { left: x, contentWidth: width } = document;
  let height = 0;
  document.part(parent, type, () => {
    height = document.text(text, x, y, { size: SIZE, width, lines: 4, ...look });
  });
  return y + height;
}

/** The y coordinate for a part of this height: here, or at the top of a new page. */
export function placeFor(document: PdfDocument, y: number, height: number): number {
  if (y + height <= document.bottom) return y;
  document.addPage();
  return document.margin;
}

/** Most lines of a text below a table: it may cite several decisions. */
const NOTE_LINES = 12;

/** A text below a table, whole on this page or on the next. @returns the y coordinate below it */
export function noteBelow(document: PdfDocument, parent: Structure, y: number, text: string): number {
  const lines = document.typesetter.wrap(text, (document.contentWidth / SIZE) * 1000, NOTE_LINES, 'regular');
  const top = placeFor(document, y, lines.length * SIZE * LINE);
  return line(document, parent, top, text, { color: INK.muted, lines: NOTE_LINES });
}

/** Labels and values in two columns. @returns the y coordinate below them */
export function details(
  document: PdfDocument,
  parent: Structure,
  pairs: readonly Detail[],
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const column = width / 2;
  let [top, bottom] = [y, y];
  for (const [index, [label, value]] of pairs.entries()) {
    const at = x + (index % 2) * column;
    if (index % 2 === 0) top = bottom;
    document.part(parent, 'P', () => {
      // a space between label and value, for screen readers
      document.text(`${label} `, at, top, { size: 7.5, width: column - 12, color: INK.muted });
      const height = document.text(value || '—', at, top + 10, {
        size: SIZE + 0.5,
        width: column - 12,
        // a name is never cut
        lines: 24,
      });
      bottom = Math.max(bottom, top + 10 + height + 7);
    });
  }
  return bottom;
}

interface Signature {
  /** What is owed, in words. */
  note?: string;
  papier: Pick<Papier, 'lieu'>;
  signataire: string;
  /** Day of signature; left out if unknown. */
  jour?: string | undefined;
}

const SIGNED = 10;
/** Height for a signature and a stamp. */
const STAMP = 44;
/** Height of the signature block: two lines, and the stamp. */
export const SIGNATURE = 14 + 2 * SIGNED * LINE + STAMP;

/** The amount in words, and beside it place, day and signature; on a new page if this one is full. */
export function signature(
  document: PdfDocument,
  parent: Structure,
  y: number,
  { note, papier, signataire, jour }: Signature,
): void {
  const width = document.contentWidth / 2 - 8;
  const placeAndDay = jour && `${papier.lieu ? `Fait à ${papier.lieu}, le` : 'Le'} ${formatLongDay(jour)}`;
  const heightOf = (text: string | undefined, weight: 'bold' | 'regular' = 'regular'): number =>
    text ? document.typesetter.wrap(text, (width / SIGNED) * 1000, 4, weight).length * SIGNED * LINE : 0;
  const height = Math.max(heightOf(note), heightOf(placeAndDay) + 2 + heightOf(signataire, 'bold') + STAMP);
  let top = y + 14;
  if (y + Math.max(SIGNATURE, 14 + height) > document.bottom) {
    document.addPage();
    top = document.margin;
  }
  if (note) line(document, parent, top, note, { size: SIGNED, width });
  const x = document.left + document.contentWidth - width;
  const look = { size: SIGNED, align: 'right', width: width + 0.5, lines: 4, color: INK.black } as const;
  for (const [text, weight] of [
    [placeAndDay, 'regular'],
    [signataire, 'bold'],
  ] as const) {
    if (!text) continue;
    const at = top + (weight === 'bold' ? 2 : 0);
    document.part(parent, 'P', () => {
      top = at + document.text(text, x, at, { ...look, weight });
    });
  }
}
