/** Operators of a page's content. Distances in points, from the lower left corner. */
import type { Tone } from '@octroi/contract/platform/chart/tones';
import { Bytes } from './bytes.ts';
import { round, type Setting } from './typesetting.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** `#0f766e` as components for page content. */
export const colorOf = (color: string): Color => {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

export const INK = {
  /** For papers that must stay legible after copying. */
  black: colorOf('#000000'),
  text: colorOf('#0f172a'),
  muted: colorOf('#475569'),
  accent: colorOf('#0f766e'),
  rule: colorOf('#cbd5e1'),
  band: colorOf('#f1f5f9'),
  warning: colorOf('#92400e'),
} as const;

/** Soft badges, with the hues of the screen. */
export const BADGES: Record<Tone, { ground: Color; text: Color; dot: Color }> = {
  green: { ground: colorOf('#dcfce7'), text: colorOf('#14532d'), dot: colorOf('#16a34a') },
  amber: { ground: colorOf('#fef3c7'), text: colorOf('#78350f'), dot: colorOf('#d97706') },
  blue: { ground: colorOf('#dbeafe'), text: colorOf('#1e3a8a'), dot: colorOf('#2563eb') },
  red: { ground: colorOf('#fee2e2'), text: colorOf('#7f1d1d'), dot: colorOf('#dc2626') },
  gray: { ground: colorOf('#f1f5f9'), text: colorOf('#334155'), dot: colorOf('#64748b') },
};

const filled = (color: Color): string => `${color.map(round).join(' ')} rg`;

/** A block of text: font and colour are written only where they change, which makes long lists fast. */
export class TextBlock {
  readonly #size: number;
  readonly #content = new Bytes();
  #font = '';
  #used = 0;
  #color: Color | undefined;
  #rise = 0;

  constructor(size: number) {
    this.#size = size;
    this.#content.text('BT');
  }

  /** Adds a text from `x` on the base line `y`. @param size only if different from the block's */
  add(setting: Setting, x: number, y: number, color: Color, size = this.#size): void {
    const content = this.#content;
    if (color !== this.#color) content.text(` ${filled(color)}`);
    this.#color = color;
    content.text('\n1 0 0 1 ');
    content.hundredths(Math.round(x * 100));
    content.text(' ');
    content.hundredths(Math.round(y * 100));
    content.text(' Tm ');
    if ('text' in setting) {
      this.#use(setting.face.name, 0, size);
      content.glyphString(setting.text, setting.face.glyphs);
      content.text(' Tj');
      return;
    }
    for (const { font, glyphs, rise, actual } of setting.pieces) {
      this.#use(font, rise, size);
      content.text(
        actual === undefined ? `${glyphs} ` : `/Span <</ActualText ${utf16(actual)}>> BDC ${glyphs} EMC `,
      );
    }
  }

  /** Ends the block. @returns its operators */
  end(): Buffer {
    // later text starts on its own base line
    if (this.#rise !== 0) this.#content.text(' 0 Ts');
    this.#content.text('\nET');
    return this.#content.written;
  }

  #use(font: string, rise: number, size: number): void {
    if (font !== this.#font || size !== this.#used) this.#content.text(`/${font} ${round(size)} Tf `);
    if (rise !== this.#rise) this.#content.text(`${round((rise * size) / 1000)} Ts `);
    this.#font = font;
    this.#used = size;
    this.#rise = rise;
  }
}

/** One text from `x` on the base line `y`. */
export function paintText(setting: Setting, x: number, y: number, size: number, color: Color): string {
  const block = new TextBlock(size);
  block.add(setting, x, y, color);
  return block.end().toString('latin1');
}

const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

export const fillRectangle = (x: number, y: number, width: number, height: number, color: Color): string =>
  `${filled(color)} ${[x, y, width, height].map(round).join(' ')} re f`;

/** Horizontal rules. */
export function strokeRules(
  x: number,
  width: number,
  ys: readonly number[],
  thickness: number,
  color: Color = INK.rule,
): string {
  if (ys.length === 0) return '';
  const lines = ys.map((y) => `${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l`).join(' ');
  return `${color.map(round).join(' ')} RG ${round(thickness)} w ${lines} S`;
}

/** Straight lines between two points. @param dash lengths of a dash and of the gap after it */
export function strokeLines(
  lines: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[],
  thickness: number,
  dash: readonly number[] = [],
  color: Color = INK.black,
): string {
  const paths = lines.map(
    ([x1, y1, x2, y2]) => `${[x1, y1].map(round).join(' ')} m ${[x2, y2].map(round).join(' ')} l`,
  );
  return `q ${color.map(round).join(' ')} RG ${round(thickness)} w [${dash.map(round).join(' ')}] 0 d ${paths.join(' ')} S Q`;
}

/** A rectangle with semicircular ends, or a circle if it is as wide as high. */
export function fillPill(x: number, y: number, width: number, height: number, color: Color): string {
  const radius = height / 2;
  const bend = radius * 0.5523;
  const [right, top, middle] = [x + width, y + height, y + radius];
  const at = (...values: number[]): string => values.map(round).join(' ');
  return [
    filled(color),
    `${at(x + radius, y)} m ${at(right - radius, y)} l`,
    `${at(right - radius + bend, y, right, middle - bend, right, middle)} c`,
    `${at(right, middle + bend, right - radius + bend, top, right - radius, top)} c`,
    `${at(x + radius, top)} l`,
    `${at(x + radius - bend, top, x, middle + bend, x, middle)} c`,
    `${at(x, middle - bend, x + radius - bend, y, x + radius, y)} c f`,
  ].join(' ');
}
