/** Draws the only frame of a notice: what is due now, what comes next, and the total. No I/O. */
import { attenteText, type CompteAvis, formatFrancs, formatLongDay } from '@octroi/contract';
import { LINE } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { type Flow, SIZE } from '../documents/flow.ts';

const BLACK = { color: INK.black } as const;
/** Width of the total's label on one line. */
const LABEL = 84;

const andThen = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} et ${texts.at(-1)}`;

function echuText({ echu, avance, attentes = [] }: CompteAvis): string {
  const waiting = attenteText(attentes);
  const beside = waiting ? ` ${waiting}.` : '';
  if (echu.length === 0) return `Rien n’est en retard.${beside}`;
  const years = andThen(echu.map(({ annee, montant }) => `${formatFrancs(montant)} pour ${annee}`));
  const less = avance > 0 ? `, moins ${formatFrancs(avance)} payés d’avance` : '';
  return `Sommes échues : ${years}${less}.${beside}`;
}

export function drawDue(flow: Flow, compte: CompteAvis): void {
  const { document } = flow;
  const { left, contentWidth } = document;
  const { maintenant, prochaine, plusTard, total } = compte;
  const now = maintenant > 0 || !prochaine;
  const [title, amount] = now
    ? ['À payer dès maintenant', maintenant]
    : [`À payer au plus tard le ${formatLongDay(prochaine.jour)}`, prochaine.montant];
  const rows: [label: string, amount: number][] = [];
  if (now && prochaine)
    rows.push([`Puis au plus tard le ${formatLongDay(prochaine.jour)}`, prochaine.montant]);
  if (plusTard) rows.push([`Ensuite, jusqu’au ${formatLongDay(plusTard.jour)}`, plusTard.montant]);
  const split = contentWidth * 0.58;
  const pad = 9.5;
  const text = echuText(compte);
  const lines = document.typesetter.wrap(text, ((split - 2 * pad) / SIZE) * 1000, 6).length;
  const height = Math.max(
    pad * 2 + 11 * LINE + 25 * LINE + lines * SIZE * LINE,
    pad * 2 + rows.length * 28 + 34,
  );
  const [top, x] = [flow.y, left + split + pad];
  const width = contentWidth - split - 2 * pad;
  document.part(flow.parent, 'P', () => {
    document.text(`${title} `, left + pad, top + pad - 3, { size: 11, weight: 'bold', ...BLACK });
    const figure = `${formatFrancs(amount)} `;
    document.text(figure, left + pad, top + pad + 11, {
      size: document.fittingSize(figure, split - 2 * pad, 25, 'bold'),
      weight: 'bold',
      ...BLACK,
    });
    document.text(text, left + pad, top + pad + 46, {
      size: SIZE,
      width: split - 2 * pad,
      lines: 6,
      ...BLACK,
    });
  });
  const row = (label: string, value: number, y: number, size: number): void =>
    document.part(flow.parent, 'P', () => {
      const figure = formatFrancs(value);
      const points = document.fittingSize(figure, width - LABEL, size, 'bold');
      const room = width - document.widthOf(figure, points, 'bold') - 6;
      document.text(`${label} `, x, y, {
        size: SIZE,
        width: room,
        lines: 2,
        weight: size > 12 ? 'regular' : 'bold',
        ...BLACK,
      });
      document.text(figure, x, y - (points - SIZE) / 2, {
        size: points,
        weight: 'bold',
        width: width + 0.5,
        align: 'right',
        ...BLACK,
      });
    });
  for (const [index, [label, value]] of rows.entries()) row(label, value, top + pad + index * 28, 11);
  row("Total de l'avis", total, top + height - pad - 14, 13);
  const [right, bottom] = [left + contentWidth, top + height];
  document.artifact(() => {
    document.lines(
      [
        [left, top, right, top],
        [left, bottom, right, bottom],
        [left, top - 0.75, left, bottom + 0.75],
        [right, top - 0.75, right, bottom + 0.75],
      ],
      { thickness: 1.5 },
    );
    document.lines([
      [left + split, top, left + split, bottom],
      [x, bottom - pad - 20, right - pad, bottom - pad - 20],
    ]);
  });
  flow.y = bottom + 8;
}
