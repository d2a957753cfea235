/** What a table of figures says of itself beside them: where and when they were counted. */
import { BASE_WORDS, NIVEAUX } from '../../constants.ts';
import type { OpenRange } from '../../platform/values/period.ts';
import type { Base } from '../figures.ts';
import type { Classeur } from './classeur.ts';

/** The place that figures were asked of. */
export interface Lieu {
  /** From the collectivité down; empty where nothing was chosen. */
  noms: readonly string[];
  /** What the whole is called where nothing was chosen. */
  partout: string;
  /** Level (`NIVEAUX`) of the sub-entities directly beneath; undefined where those are of several. */
  dessous: number | undefined;
}

const lieuText = ({ noms, partout }: Lieu): string => noms.join(' > ') || partout;

/** What the rows of a table by sub-entity are called, in the singular. */
export const dessousText = ({ dessous }: Lieu): string =>
  (dessous === undefined ? undefined : NIVEAUX[Math.min(dessous, NIVEAUX.length - 1)])?.toLowerCase() ??
  'sous-entité';

const BETAIL = { 0: 'sans le bétail', 1: 'bétail seulement' } as const;

/** What the figures of a table depend on. */
interface FiguresSaid {
  lieu: Lieu;
  /** The days that they are of, in words. */
  periode: string;
  /** What the period selects; absent where columns of one table differ in it. */
  base: Base | undefined;
  /** Livestock alone (`1`), or all others (`0`). */
  betail: 0 | 1;
  /** Fiscal year, agent. */
  autres?: readonly (string | undefined)[];
}

/** What a table tells of them: above it, and on each line of a CSV file. */
export function saidOf({
  lieu,
  periode,
  base,
  betail,
  autres = [],
}: FiguresSaid): Pick<Classeur, 'details' | 'told'> {
  const place = lieuText(lieu);
  const word = base && BASE_WORDS[base];
  const others = [...autres, BETAIL[betail]].filter((text) => text !== undefined);
  return {
    details: [place, [periode, ...(word ? [word] : []), ...others].join(' · ')],
    told: [
      ['Lieu', place],
      ['Période', periode],
      ...(word ? [['Base', word] as const] : []),
      ['Filtres', others.join(' · ')],
    ],
  };
}

/** `recensement-par-agent-2026-01-01-2026-12-31`: the name of a file that is of some days, without its ending. */
export const datedFile = (file: string, { from, to }: OpenRange): string =>
  [file, from, to].filter(Boolean).join('-');
