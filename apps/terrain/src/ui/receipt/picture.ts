/** A receipt as a picture for messengers, or as a PDF of that picture. */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { type Code, codeOf } from '../qr.ts';
import { pdfOf } from './pdf.ts';
import { SANS_VALEUR, stampOf } from './stamp.ts';

export interface Paper {
  collectivite: string;
  numero: string;
  montant: number;
  moyen: string;
  /** Title of the receipt; a provisional one depends on the operator's confirmation. */
  titre: string;
  reserve: string | undefined;
  /** Name and number, one per line. */
  contribuable: string;
  /** Place of the taxpayer. */
  lieu: string;
  /** Amount left to pay afterwards, as far as the phone knew. */
  reste: string | undefined;
  agent: string;
  jour: string;
  annule: boolean;
  /** Whether it is of a practice: it has no QR, and says that it is worth nothing. */
  exercice: boolean;
  /** Target of its QR. */
  adresse: string;
  /** The code of the QR, as it is typed. */
  code: string;
}

/** The lines below the amount. */
export const rowsOf = ({ contribuable, moyen, reste, lieu, agent, jour }: Paper): string[][] => [
  ['Contribuable', ...contribuable.split('\n')],
  ...(lieu ? [['Lieu', lieu]] : []),
  ['Moyen de paiement', moyen],
  ...(reste ? [['Restait à payer', reste]] : []),
  ['Agent', agent],
  ['Jour', jour],
];

const [WIDTH, MARGIN, QR] = [720, 40, 300];
const FONT = 'system-ui, Roboto, sans-serif';

function drawCode(context: CanvasRenderingContext2D, code: Code, x: number, y: number): void {
  const side = QR / code.size;
  context.fillStyle = '#000';
  for (let row = 0; row < code.size; row++)
    for (let column = 0; column < code.size; column++)
      if (code.isDark(column, row))
        context.fillRect(x + column * side, y + row * side, side + 0.5, side + 0.5);
}

/** Across the text and above the QR; the text below stays readable. */
function stamp(context: CanvasRenderingContext2D, word: string, height: number): void {
  context.save();
  context.translate(WIDTH / 2, (height - QR) / 2);
  context.rotate(-Math.PI / 5);
  context.globalAlpha = 0.55;
  context.font = `800 170px ${FONT}`;
  context.fillStyle = '#8f1414';
  context.textAlign = 'center';
  context.fillText(word, 0, 60, WIDTH);
  context.restore();
}

async function draw(paper: Paper): Promise<HTMLCanvasElement> {
  const rows = rowsOf(paper);
  const lines = rows.reduce((sum, row) => sum + row.length, 0);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = (paper.reserve ? 274 : 240) + lines * 40 + QR + 40 + MARGIN * 2;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Ce téléphone ne dessine pas d’image.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = MARGIN;
  const write = (
    text: string,
    size: number,
    weight = 400,
    color = '#0b1220',
    align: CanvasTextAlign = 'left',
  ) => {
    context.font = `${weight} ${size}px ${FONT}`;
    context.fillStyle = color;
    context.textAlign = align;
    y += size * 1.3;
    context.fillText(text, align === 'center' ? WIDTH / 2 : MARGIN, y, WIDTH - 2 * MARGIN);
  };
  write(paper.collectivite, 30, 600, '#0b1220', 'center');
  write(`${paper.titre} ${paper.numero}`, 32, 700, '#0b1220', 'center');
  write(formatFrancs(paper.montant), 60, 700, '#0b1220', 'center');
  if (paper.reserve) write(paper.reserve, 26, 600, '#0b1220', 'center');
  y += 20;
  for (const [label = '', ...values] of rows) {
    write(label, 24, 400, '#334155');
    for (const value of values) write(value, 30, 600);
  }
  if (!paper.exercice) drawCode(context, await codeOf(paper.adresse), (WIDTH - QR) / 2, y + 30);
  y += 30 + QR;
  write(paper.exercice ? SANS_VALEUR : paper.code, 26, 600, '#0b1220', 'center');
  const word = stampOf(paper);
  if (word) stamp(context, word, canvas.height);
  return canvas;
}

const encoded = (canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Ce téléphone ne dessine pas d’image.'))),
      type,
      0.9,
    );
  });

const nameOf = ({ numero, annule }: Paper): string => (annule ? `${numero}-annule` : numero);

async function pictureOf(paper: Paper): Promise<File> {
  const blob = await encoded(await draw(paper), 'image/png');
  return new File([blob], `${nameOf(paper)}.png`, { type: 'image/png' });
}

async function documentOf(paper: Paper): Promise<File> {
  const canvas = await draw(paper);
  const jpeg = new Uint8Array(await (await encoded(canvas, 'image/jpeg')).arrayBuffer());
  const { width, height } = canvas;
  const pdf = pdfOf(
    { jpeg, width, height },
    `${paper.exercice ? 'EXERCICE' : paper.annule ? 'Recu ANNULE' : 'Recu'} ${paper.numero}`,
  );
  return new File([pdf], `${nameOf(paper)}.pdf`, { type: 'application/pdf' });
}

/** Shares the receipt through the phone; saves it if sharing is not available. @throws {Error} */
export async function shareReceipt(paper: Paper, as: 'image' | 'pdf'): Promise<void> {
  const file = await (as === 'pdf' ? documentOf(paper) : pictureOf(paper));
  if (navigator.canShare?.({ files: [file] })) {
    await navigator
      .share({ files: [file], title: `${paper.titre} ${paper.numero}` })
      .catch((error: unknown) => {
        // the person cancelled
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
