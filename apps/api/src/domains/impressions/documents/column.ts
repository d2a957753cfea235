/** A column of text: measured first, so that its height is known, then drawn. No I/O. */
import { LINE, type PdfDocument, type Structure, type TextOptions } from '#src/platform/pdf/document.ts';
import { INK } from '#src/platform/pdf/operators.ts';
import { drawQr } from './qr.ts';

type Look = Partial<Pick<TextOptions, 'size' | 'weight' | 'align' | 'color' | 'lines'>> & {
  type?: 'P' | 'H1' | 'H2';
};
type Draw = (parent: Structure, x: number, y: number) => void;

const LEAST_LABEL = 0.4;
const GAP = 6;

export class Column {
  readonly width: number;
  readonly #document: PdfDocument;
  readonly #size: number;
  readonly #blocks: { height: number; draw: Draw }[] = [];

  /** @param size default font size */
  constructor(document: PdfDocument, width: number, size: number) {
    this.#document = document;
    this.width = width;
    this.#size = size;
  }

  get height(): number {
    return this.#blocks.reduce((sum, { height }) => sum + height, 0);
  }

  space(height: number): void {
    this.#blocks.push({ height, draw: () => undefined });
  }

  /** An empty text draws nothing. */
  text(text: string, { type = 'P', ...look }: Look = {}): void {
    if (text === '') return;
    const document = this.#document;
    const options = { size: this.#size, lines: 24, color: INK.black, ...look, width: this.width };
    const { size, lines, weight } = options;
    const rows = document.typesetter.wrap(text, (this.width / size) * 1000, lines, weight).length;
    this.#blocks.push({
      height: rows * size * LINE,
      draw: (parent, x, y) => document.part(parent, type, () => void document.text(text, x, y, options)),
    });
  }

  /** A label with its value at the right: on the same line, or below if both do not fit. */
  pair(label: string, value: string, look: Look = {}): void {
    const document = this.#document;
    const { size = this.#size, weight = 'regular' } = look;
    const valueWidth = document.widthOf(value, size, weight);
    const beside = valueWidth + GAP <= this.width * (1 - LEAST_LABEL);
    const room = beside ? this.width - valueWidth - GAP : this.width;
    const rows = (text: string, width: number): number =>
      document.typesetter.wrap(text, (width / size) * 1000, 8, weight).length * size * LINE;
    const top = rows(label, room);
    const bottom = beside ? 0 : rows(value, this.width);
    this.#blocks.push({
      height: top + bottom,
      draw: (parent, x, y) =>
        document.part(parent, 'P', () => {
          const options = { size, weight, color: INK.black, lines: 8 };
          // a space between both, for screen readers
          document.text(`${label} `, x, y, { ...options, width: room });
          document.text(value, x, y + (beside ? top - size * LINE : top), {
            ...options,
            width: this.width,
            align: 'right',
          });
        }),
    });
  }

  rule(dash: readonly number[] = []): void {
    this.#blocks.push({
      height: 7,
      draw: (_parent, x, y) =>
        this.#document.artifact(() =>
          this.#document.lines([[x, y + 3, x + this.width, y + 3]], { thickness: 0.6, dash }),
        ),
    });
  }

  /** A centred QR code. */
  qr(text: string, side: number): void {
    this.#blocks.push({
      height: side + 4,
      draw: (parent, x, y) =>
        drawQr(this.#document, parent, text, { x: x + (this.width - side) / 2, y, side }),
    });
  }

  /** @returns the y coordinate below it */
  draw(parent: Structure, x: number, y: number): number {
    let at = y;
    for (const { height, draw } of this.#blocks) {
      draw(parent, x, at);
      at += height;
    }
    return at;
  }
}

const MILLIMETRE = 72 / 25.4;
/** Width of a till roll, and the margins of its printers. */
const ROLL = 80 * MILLIMETRE;
const ROLL_MARGIN = 4 * MILLIMETRE;

/** Draws a paper on a till roll, as long as its content. */
export function drawOnRoll(document: PdfDocument, lay: (column: Column) => void): void {
  const column = new Column(document, ROLL - 2 * ROLL_MARGIN, 9);
  lay(column);
  document.addPage([ROLL, column.height + 4 * ROLL_MARGIN]);
  document.group(document.root, 'Sect', (sheet) => column.draw(sheet, ROLL_MARGIN, 2 * ROLL_MARGIN));
}
