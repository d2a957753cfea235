/** What a page's content is made of. Distances in points, from the page's lower left corner. */
import type { Tone } from '@octroi/contract/platform/chart/tones';
import { Bytes } from './bytes.ts';
import { round, type Setting } from './typesetting.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** `#0f766e` as content writes it. */
export const colorOf = (color: string): Color => {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

export const INK = {
  /** For papers that must survive a bad copy. */
  black: colorOf('#000000'),
  text: colorOf('#0f172a'),
  muted: colorOf('#475569'),
  accent: colorOf('#0f766e'),
  rule: colorOf('#cbd5e1'),
  band: colorOf('#f1f5f9'),
  warning: colorOf('#92400e'),
} as const;

/** Soft badges; the same hues as on screen. */
export const BADGES: Record<Tone, { ground: Color; text: Color; dot: Color }> = {
  green: { ground: colorOf('#dcfce7'), text: colorOf('#14532d'), dot: colorOf('#16a34a') },
  amber: { ground: colorOf('#fef3c7'), text: colorOf('#78350f'), dot: colorOf('#d97706') },
  blue: { ground: colorOf('#dbeafe'), text: colorOf('#1e3a8a'), dot: colorOf('#2563eb') },
  red: { ground: colorOf('#fee2e2'), text: colorOf('#7f1d1d'), dot: colorOf('#dc2626') },
  gray: { ground: colorOf('#f1f5f9'), text: colorOf('#334155'), dot: colorOf('#64748b') },
};

const filled = (color: Color): string => `${color.map(round).join(' ')} rg`;

/** Text in one go: font and colour are said where they change, which is what makes long lists quick. */
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

  /** Adds a text that begins at `x` on the base line `y`. @param size where it is set smaller than the rest */
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
      content.signs(setting.text, setting.face.glyphs);
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

  /** Ends it. @returns its operators */
  end(): Buffer {
    // what follows in the page begins on its own base line again
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

/** One text that begins at `x` on the base line `y`. */
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

/** Straight lines from one point to another. @param dash lengths of a dash and of the gap after it */
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

/** A rectangle whose ends are half circles, or a circle where it is as wide as high. */
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
