/** What a page's content is made of. Distances in points, from the page's lower left corner. */
import type { Tone } from '@octroi/contract/tones';
import { round, type Setting } from './typesetting.ts';

export type Color = readonly [red: number, green: number, blue: number];

const hex = (color: string): Color => {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

export const INK = {
  text: hex('#0f172a'),
  muted: hex('#475569'),
  accent: hex('#0f766e'),
  rule: hex('#cbd5e1'),
  band: hex('#f1f5f9'),
  warning: hex('#92400e'),
} as const;

/** Soft badges; the same hues as on screen. */
export const BADGES: Record<Tone, { ground: Color; text: Color; dot: Color }> = {
  green: { ground: hex('#dcfce7'), text: hex('#14532d'), dot: hex('#16a34a') },
  amber: { ground: hex('#fef3c7'), text: hex('#78350f'), dot: hex('#d97706') },
  blue: { ground: hex('#dbeafe'), text: hex('#1e3a8a'), dot: hex('#2563eb') },
  red: { ground: hex('#fee2e2'), text: hex('#7f1d1d'), dot: hex('#dc2626') },
  gray: { ground: hex('#f1f5f9'), text: hex('#334155'), dot: hex('#64748b') },
};

const filled = (color: Color): string => `${color.map(round).join(' ')} rg`;

/** Text in one go: font and colour are said where they change, which is what makes long lists quick. */
export class TextBlock {
  readonly #size: number;
  #operators = 'BT';
  #font = '';
  #color: Color | undefined;
  #rise = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Adds a text that begins at `x` on the base line `y`. */
  add({ pieces }: Setting, x: string, y: string, color: Color): void {
    if (color !== this.#color) this.#operators += ` ${filled(color)}`;
    this.#color = color;
    this.#operators += `\n1 0 0 1 ${x} ${y} Tm`;
    for (const { font, glyphs, rise, actual } of pieces) {
      if (font !== this.#font) this.#operators += ` /${font} ${round(this.#size)} Tf`;
      if (rise !== this.#rise) this.#operators += ` ${round((rise * this.#size) / 1000)} Ts`;
      this.#operators +=
        actual === undefined ? ` ${glyphs}` : ` /Span <</ActualText ${utf16(actual)}>> BDC ${glyphs} EMC`;
      this.#font = font;
      this.#rise = rise;
    }
  }

  toString(): string {
    // what follows in the page begins on its own base line again
    return `${this.#operators}${this.#rise === 0 ? '' : ' 0 Ts'}\nET`;
  }
}

/** One text that begins at `x` on the base line `y`. */
export function paintText(setting: Setting, x: number, y: number, size: number, color: Color): string {
  const block = new TextBlock(size);
  block.add(setting, round(x), round(y), color);
  return String(block);
}

const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

export const fillRectangle = (x: number, y: number, width: number, height: number, color: Color): string =>
  `${filled(color)} ${[x, y, width, height].map(round).join(' ')} re f`;

/** Horizontal rules. */
export function strokeRules(x: number, width: number, ys: readonly number[], thickness: number): string {
  if (ys.length === 0) return '';
  const lines = ys.map((y) => `${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l`).join(' ');
  return `${INK.rule.map(round).join(' ')} RG ${round(thickness)} w ${lines} S`;
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
