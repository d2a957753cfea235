/** What a table of figures says of itself beside them: where and when they were counted. */
import { NIVEAUX } from '../../constants.ts';
import { type OpenRange, rangeText } from '../../period.ts';

/** The place that figures were asked of. */
export interface Lieu {
  /** From the collectivité down; empty where nothing was chosen. */
  noms: readonly string[];
  /** What the whole is called where nothing was chosen. */
  partout: string;
  /** Level (`NIVEAUX`) of the sub-entities directly beneath; undefined where those are of several. */
  dessous: number | undefined;
}

export const lieuText = ({ noms, partout }: Lieu): string => noms.join(' > ') || partout;

/** What the rows of a table by sub-entity are called, in the singular. */
export const dessousText = ({ dessous }: Lieu): string =>
  (dessous === undefined ? undefined : NIVEAUX[Math.min(dessous, NIVEAUX.length - 1)])?.toLowerCase() ??
  'sous-entité';

const BETAIL = { 0: 'sans le bétail', 1: 'bétail seulement' } as const;

/**
 * The lines above a table on paper.
 * @param betail livestock alone (`1`), or all others (`0`)
 * @param said what else its figures depend on: period, fiscal year, agent
 */
export const detailsOf = (lieu: Lieu, betail: 0 | 1, said: readonly string[]): string[] => [
  lieuText(lieu),
  [...said, BETAIL[betail]].join(' · '),
];

/** The period as details tell it, and the agent where there is one. */
export const periodDetails = (range: OpenRange, agent: string | undefined): string[] => [
  rangeText(range),
  ...(agent ? [agent] : []),
];

/** `recensement-par-agent-2026-01-01-2026-12-31`: the name of a file that is of some days, without its ending. */
export const datedFile = (file: string, { from, to }: OpenRange): string =>
  [file, from, to].filter(Boolean).join('-');
