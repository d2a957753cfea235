/** The head of every official paper: crest, heading lines, collectivité and office, and the verification code. */
import { groupedCode, type Papier } from '@octroi/contract';
import { LINE, type PdfDocument, type Structure } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { drawQr } from './qr.ts';
import { line } from '../sheets/sheet.ts';

/** The issuer of a paper. */
export interface EnTete {
  entite: string;
  papier: Pick<Papier, 'enTete' | 'devise' | 'office'>;
  /** PNG. */
  ecusson: Uint8Array | undefined;
}

/** Address and code to verify a paper. */
export interface Verification {
  adresse: string;
  code: string;
}

const HEIGHT = 58;
const GAP = 12;
const CODE_WIDTH = 146;
/** Maximum height of its lines, and the font sizes tried to fit them. */
const MOST = 60;
const SHARES = [1, 0.9, 0.8, 0.7, 0.6];

/** @returns the y coordinate below it */
export function letterhead(
  document: PdfDocument,
  parent: Structure,
  { entite, papier, ecusson }: EnTete,
  verification?: Verification,
): number {
  const { left, contentWidth, margin: top } = document;
  if (ecusson) document.image(parent, ecusson, left, top, [HEIGHT, HEIGHT], `Écusson : ${entite}`);
  const x = ecusson ? left + HEIGHT + GAP : left;
  const width = contentWidth - (x - left) - (verification ? HEIGHT + CODE_WIDTH + 2 * GAP : 0);
  const names = [entite, papier.office].filter(Boolean).join(' · ');
  const lines = [
    { text: papier.enTete, size: 10.5, weight: 'bold' },
    { text: papier.devise, size: 10, weight: 'regular' },
    { text: names, size: 12.5, weight: 'bold' },
  ] as const;
  let y = top + (lines[0].text ? 2 : 16);
  // the content below has a fixed place, so long lines are printed smaller
  const heightAt = (share: number): number =>
    lines.reduce((sum, { text, size, weight }) => {
      if (!text) return sum;
      const points = size * share;
      const rows = document.typesetter.wrap(`${text} `, (width / points) * 1000, 2, weight).length;
      return sum + rows * points * LINE + 2;
    }, 0);
  const share = SHARES.find((each) => heightAt(each) <= MOST) ?? (SHARES.at(-1) as number);
  for (const { text, size, weight } of lines)
    if (text)
      document.part(parent, 'P', () => {
        const look = { size: size * share, weight, width, lines: 2, color: INK.black };
        y += document.text(`${text} `, x, y, look) + 2;
      });
  if (verification) drawVerification(document, parent, verification);
  const end = Math.max(top + HEIGHT, y) + 6;
  document.artifact(() => document.rules(left, contentWidth, [end], 1.5, INK.accent));
  return end + 8;
}

function drawVerification(document: PdfDocument, parent: Structure, { adresse, code }: Verification): void {
  const { left, contentWidth, margin: top } = document;
  const x = left + contentWidth - HEIGHT;
  drawQr(document, parent, adresse, { x, y: top, side: HEIGHT });
  const size = 9;
  const place = adresse.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '');
  document.part(parent, 'P', () => {
    for (const [index, text] of ['Vérifier :', place, groupedCode(code)].entries()) {
      const weight = index === 0 ? 'regular' : 'bold';
      document.text(`${text} `, x - GAP - CODE_WIDTH, top + 6 + index * size * LINE * 1.15, {
        // a code of wide letters is printed smaller, since a cut code verifies nothing
        size: Math.min(size, (size * CODE_WIDTH) / document.widthOf(`${text} `, size, weight)),
        weight,
        width: CODE_WIDTH,
        align: 'right',
        color: INK.black,
      });
    }
  });
}

/** The paper's kind and subject. @returns the y coordinate below it */
export function heading(
  document: PdfDocument,
  parent: Structure,
  y: number,
  { title, chemin }: { title: string; chemin: readonly string[] },
): number {
  const next = line(document, parent, y, title, { type: 'H1', weight: 'bold', size: 18, color: INK.black });
  return line(document, parent, next + 1, chemin.join(' › '), { lines: 2 }) + 12;
}
