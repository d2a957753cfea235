/** Draws the end of a notice: how to pay, rights, legal basis and signature. No I/O. */
import { formatLongDay } from '@octroi/contract';
import { LINE } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type Flow, SIZE } from '../documents/flow.ts';
import type { ContenuAvis } from '../pieces/contenu.ts';
import { papierOf } from '../pieces/papier-of.ts';

const MM = 72 / 25.4;
const BLACK = { color: INK.black } as const;

export function drawPaiement(flow: Flow, contenu: ContenuAvis): void {
  const { document } = flow;
  const { paiement } = papierOf(contenu);
  // without any way to pay, the title alone would look like a defect
  if (paiement.length === 0) return;
  const gap = 14;
  const width = (document.contentWidth - gap * (paiement.length - 1)) / paiement.length;
  const heights = paiement.map(({ titre, lignes }) =>
    [titre, ...lignes].reduce(
      (sum, text) => sum + document.typesetter.wrap(text, (width / SIZE) * 1000, 2).length * SIZE * LINE,
      0,
    ),
  );
  const height = Math.max(...heights);
  flow.title(
    '3. Comment payer',
    `donnez toujours la référence ${contenu.contribuable.numKlis}`,
    Math.ceil(height / 16),
  );
  for (const [index, { titre, lignes }] of paiement.entries()) {
    const x = document.left + index * (width + gap);
    let y = flow.y;
    document.part(flow.parent, 'P', () => {
      for (const [at, text] of [titre, ...lignes].entries())
        y += document.text(`${text} `, x, y, {
          size: SIZE,
          weight: at === 0 ? 'bold' : 'regular',
          width,
          lines: 2,
          ...BLACK,
        });
    });
    if (index > 0)
      document.artifact(() => document.lines([[x - gap / 2, flow.y, x - gap / 2, flow.y + height]]));
  }
  flow.y += height + 8;
}

const BOX = 50;
/** Width of the signature. */
const SIGN = 66 * MM;

/** Rights, lateness and legal basis on the left; the signature on the right. */
export function drawEnd(flow: Flow, contenu: ContenuAvis): void {
  const { document } = flow;
  const papier = papierOf(contenu);
  const { left, contentWidth } = document;
  const label = 52;
  const right = { width: SIGN, x: left + contentWidth - SIGN };
  const width = right.x - left - label - 10;
  const parts = [
    ['Vos droits', papier.droits],
    ['Retard', papier.retard],
    ['Textes', papier.textes],
  ].filter(([, text]) => text) as [string, string][];
  const heights = parts.map(
    ([, text]) => document.typesetter.wrap(text, (width / SIZE) * 1000, 9).length * SIZE * LINE + 2,
  );
  const height = heights.reduce((sum, each) => sum + each, 0);
  const place = papier.lieu ? `Fait à ${papier.lieu}, le` : 'Le';
  const dated = `${place} ${formatLongDay(contenu.compte.jour)}`;
  const above = document.typesetter.wrap(dated, (right.width / SIZE) * 1000, 4).length * SIZE * LINE + 3;
  flow.need(Math.max(BOX + above + 2, height), true);
  let y = flow.y;
  for (const [index, [name, text]] of parts.entries()) {
    document.part(flow.parent, 'P', () => {
      document.text(`${name} `, left, y, { size: SIZE, weight: 'bold', ...BLACK });
      document.text(text, left + label, y, { size: SIZE, width, lines: 9, ...BLACK });
    });
    y += heights[index] as number;
  }
  document.part(flow.parent, 'P', () => {
    document.text(`${dated} `, right.x, flow.y, { size: SIZE, width: right.width, lines: 4, ...BLACK });
    const signed = papier.signataireAvis
      ? `${papier.signataireAvis} : signature et cachet`
      : 'Signature et cachet';
    document.text(signed, right.x + 6, flow.y + above + 4, {
      size: SIZE,
      width: right.width - 12,
      lines: 2,
      ...BLACK,
    });
  });
  const [top, edge] = [flow.y + above, right.x + right.width];
  document.artifact(() =>
    document.lines([
      [right.x, top, edge, top],
      [right.x, top + BOX, edge, top + BOX],
      [right.x, top, right.x, top + BOX],
      [edge, top, edge, top + BOX],
    ]),
  );
  flow.y = Math.max(y, top + BOX) + 6;
}
