/** Draws due and received by month as pairs of bars, due outlined, received filled. No I/O. */
import { formatNumber } from '@octroi/contract';
import type { PdfDocument, Structure } from '#src/platform/pdf/document.ts';
import { fillRectangle, INK } from '#src/platform/pdf/operators.ts';
import type { ContenuPoint } from './contenu.ts';

const MONTHS = ['janv', 'févr', 'mars', 'avr', 'mai', 'juin', 'juil', 'août', 'sept', 'oct', 'nov', 'déc'];
const HEIGHT = 46;
const SIZE = 6;
/** From here on amounts are written in millions, below it in thousands. */
const MILLIONS = 10_000_000;
const oneDecimal = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

interface Box {
  x: number;
  y: number;
  width: number;
}

/** @returns the y coordinate below it */
export function drawMonths(
  document: PdfDocument,
  parent: Structure,
  { x, y, width }: Box,
  { mois, exercice }: Pick<ContenuPoint, 'mois' | 'exercice'>,
): number {
  const top = Math.max(1, ...mois.flatMap(({ recu, echu }) => [recu, echu]));
  const inMillions = top >= MILLIONS;
  const short = (amount: number): string => oneDecimal.format(amount / (inMillions ? 1_000_000 : 1000));
  const pitch = width / MONTHS.length;
  const bar = pitch * 0.36;
  // room for the amount above the tallest bar
  const base = y + 9 + HEIGHT;
  const heightOf = (amount: number): number => (Math.max(0, amount) / top) * (HEIGHT - 9);
  const alt = `Échu et reçu par mois. ${mois
    .map(
      ({ recu, echu }, index) => `${MONTHS[index]} : échu ${formatNumber(echu)}, reçu ${formatNumber(recu)}`,
    )
    .join(' ; ')}.`;
  document.part(
    parent,
    'Figure',
    () => {
      const legend = `${inMillions ? 'en millions' : 'en milliers'} ; cadre : échu, plein : reçu`;
      document.text(legend, x, y - 2, { size: 7, width, color: INK.black });
      document.lines([[x, base, x + width, base]], { thickness: 0.6 });
      for (const [index, { recu, echu }] of mois.entries()) {
        const start = x + index * pitch + (pitch - 2 * bar) / 2;
        const [due, received] = [heightOf(echu), heightOf(recu)];
        document.lines([
          [start, base, start, base - due],
          [start, base - due, start + bar, base - due],
          [start + bar, base - due, start + bar, base],
        ]);
        document.content(
          fillRectangle(start + bar, document.height - base, bar * 0.95, received, INK.accent),
        );
        const text = short(recu);
        const size = document.fittingSize(text, pitch - 2, SIZE);
        document.text(text, x + index * pitch, base - Math.max(due, received) - SIZE * 1.3, {
          size,
          width: pitch,
          align: 'center',
          color: INK.black,
        });
      }
      for (const [index, name] of MONTHS.entries())
        document.text(name, x + index * pitch, base + 2, {
          size: 6.5,
          width: pitch,
          align: 'center',
          color: INK.black,
        });
    },
    { alt },
  );
  if (exercice.avant === 0) return base + 12;
  document.part(parent, 'P', () => {
    const text = `Et ${formatNumber(exercice.avant)} reçus avant janvier. `;
    document.text(text, x, base + 12, { size: 7, width, color: INK.black });
  });
  return base + 22;
}
