import { describe, expect, it } from 'vitest';
import { MOYEN_KEYS } from '../../pilotage/moyens.ts';
import { type Hue, HUES, hueOfState, hueOfYear, MOYEN_HUES } from './hues.ts';

type Rgb = readonly number[];
const linear = (colour: string): Rgb =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const times = (matrix: readonly Rgb[], rgb: Rgb): Rgb =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (rgb[index] ?? 0), 0));

const luminance = (rgb: Rgb): number => times([[0.2126, 0.7152, 0.0722]], rgb)[0] ?? 0;
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map((each) => luminance(linear(each))).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Colours as seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1). */
const SIGHTS: Record<string, readonly Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'without red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'without green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'without blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Oklab: distances match perceived differences. */
const lab = (rgb: Rgb): Rgb =>
  times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      rgb,
    ).map(Math.cbrt),
  );
function distance(one: string, other: string, sight: readonly Rgb[]): number {
  const [a, b] = [one, other].map((each) =>
    lab(times(sight, linear(each)).map((part) => Math.max(0, Math.min(1, part)))),
  );
  return Math.hypot(...(a ?? []).map((part, index) => part - (b?.[index] ?? 0)));
}

const NAMES = Object.keys(HUES) as Hue[];
const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index + 1).map((other) => [one, other] as const));

describe('the colours of charts', () => {
  // WCAG 2.2, 1.4.11, against the cards of both themes
  it.each([
    ['light', '#ffffff'],
    ['dark', '#111a2b'],
  ] as const)('are visible on a %s card', (scheme, card) => {
    for (const name of NAMES) expect(contrast(HUES[name][scheme], card), name).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(SIGHTS))('are distinct for a sight %s', (sight) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [one, other] of PAIRS)
        expect(
          distance(HUES[one][scheme], HUES[other][scheme], SIGHTS[sight] ?? []),
          `${one} and ${other}, ${scheme}`,
        ).toBeGreaterThan(0.075);
  });

  it('are unique to a payment method, a state, and a year beside the previous year', () => {
    const methods = [...MOYEN_KEYS, 'autres', 'remboursements'] as const;
    expect(new Set(methods.map((id) => MOYEN_HUES[id])).size).toBe(methods.length);
    const states = ['Enrolé', 'Corrigé', 'Validé', 'Impayé'];
    expect(new Set(states.map(hueOfState)).size).toBe(states.length);
    for (let annee = 2000; annee < 2100; annee += 1) expect(hueOfYear(annee)).not.toBe(hueOfYear(annee - 1));
  });
});
