/** The criteria of a table of figures: place, period, filters. */
import { BASE_WORDS, NIVEAUX } from '../../constants.ts';
import type { OpenRange } from '../../platform/values/period.ts';
import type { Base } from '../figures.ts';
import type { Classeur } from './classeur.ts';

/** The place of the figures. */
export interface Lieu {
  /** From the collectivité down; empty without a selection. */
  noms: readonly string[];
  /** Name of the whole scope, used without a selection. */
  partout: string;
  /** Level (`NIVEAUX`) of the direct sub-entities; undefined if there are several levels. */
  dessous: number | undefined;
}

const lieuText = ({ noms, partout }: Lieu): string => noms.join(' > ') || partout;

/** The singular noun for the rows of a table by sub-entity. */
export const dessousText = ({ dessous }: Lieu): string =>
  (dessous === undefined ? undefined : NIVEAUX[Math.min(dessous, NIVEAUX.length - 1)])?.toLowerCase() ??
  'sous-entité';

const BETAIL = { 0: 'sans le bétail', 1: 'bétail seulement' } as const;

/** What the figures of a table depend on. */
interface FigureCriteria {
  lieu: Lieu;
  /** The days, in words. */
  periode: string;
  /** What the period selects; absent if it differs between the columns. */
  base: Base | undefined;
  /** Livestock only (`1`), or all others (`0`). */
  betail: 0 | 1;
  /** Fiscal year, agent. */
  autres?: readonly (string | undefined)[];
}

/** The criteria as text lines, and as CSV columns. */
export function criteriaOf({
  lieu,
  periode,
  base,
  betail,
  autres = [],
}: FigureCriteria): Pick<Classeur, 'details' | 'criteria'> {
  const place = lieuText(lieu);
  const word = base && BASE_WORDS[base];
  const others = [...autres, BETAIL[betail]].filter((text) => text !== undefined);
  return {
    details: [place, [periode, ...(word ? [word] : []), ...others].join(' · ')],
    criteria: [
      ['Lieu', place],
      ['Période', periode],
      ...(word ? [['Base', word] as const] : []),
      ['Filtres', others.join(' · ')],
    ],
  };
}

/** `recensement-par-agent-2026-01-01-2026-12-31`: a file name with its days, without extension. */
export const datedFile = (file: string, { from, to }: OpenRange): string =>
  [file, from, to].filter(Boolean).join('-');
