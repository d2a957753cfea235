/**
 * The colours of charts: a meaning has the same colour on every screen, in every period and on paper. Ten hues that
 * remain distinct for colour-blind readers and visible on both card backgrounds.
 */
import { MOYEN_KEYS, type Moyen } from '../../pilotage/moyens.ts';
import type { Base } from '../../pilotage/figures.ts';
import { type Tone, toneOf } from './tones.ts';

/** For a light card or paper, and for a dark card. */
export const HUES = {
  teal: { light: '#0f766e', dark: '#2dd4bf' },
  orange: { light: '#d97706', dark: '#fbbf24' },
  blue: { light: '#5075e8', dark: '#67a7e4' },
  green: { light: '#02a877', dark: '#9ff8a4' },
  red: { light: '#910020', dark: '#fd5b39' },
  slate: { light: '#464b5b', dark: '#dbe3f0' },
  navy: { light: '#002f63', dark: '#4166b4' },
  violet: { light: '#733baa', dark: '#916df2' },
  brown: { light: '#9c5e08', dark: '#a15125' },
  plum: { light: '#500b29', dark: '#bb7a9a' },
} as const;
export type Hue = keyof typeof HUES;

/** Payment methods, with `autres` and refunds. */
export const MOYEN_HUES: Record<Moyen | 'autres' | 'remboursements', Hue> = {
  orange: 'orange',
  depot: 'brown',
  ecobank: 'navy',
  cheque: 'violet',
  mairie: 'teal',
  virement: 'green',
  moov: 'blue',
  cb: 'plum',
  autres: 'slate',
  remboursements: 'red',
};
export const MOYEN_HUE_KEYS = [...MOYEN_KEYS, 'autres', 'remboursements'] as const;

/** Enrolments, and money received. */
export const BASE_HUES: Record<Base, Hue> = { enrolement: 'navy', encaissement: 'teal' };
/** Planned or due amounts, and paid amounts, for both bases. */
export const MONTANT_HUES = { prevu: 'slate', paye: 'teal' } as const satisfies Record<string, Hue>;

const TONE_HUES: Record<Tone, Hue> = {
  green: 'green',
  amber: 'orange',
  blue: 'blue',
  red: 'red',
  gray: 'slate',
};
/** The colour of a statut or a balance, matching its badge. */
export const hueOfState = (state: string): Hue => TONE_HUES[toneOf(state)];

const YEARS = ['violet', 'orange', 'teal', 'blue'] as const;
/** The colour of a year, distinct from its neighbours. */
export const hueOfYear = (annee: number): Hue => YEARS[annee % YEARS.length] ?? 'teal';
