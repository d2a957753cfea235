/** What a file says of its table beside the figures: where and when they were counted. */
import type { OpenRange } from '#src/ui/period/period-search.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';

const BETAIL = { 0: 'sans le bétail', 1: 'bétail seulement' } as const;

/**
 * The lines above a table on paper.
 * @param betail livestock alone (`1`), all others (`0`), or everything
 * @param said what else its figures depend on: period, fiscal year, agent
 */
export const detailsOf = (
  { names, everywhere }: Territory,
  betail: 0 | 1 | undefined,
  said: readonly string[],
): string[] => [
  names.join(' > ') || everywhere,
  [...said, ...(betail === undefined ? [] : [BETAIL[betail]])].join(' · '),
];

/** `recensement-par-agent-2026-01-01-2026-12-31`: the name of a file that is of some days, without its ending. */
export const datedFile = (file: string, { from, to }: OpenRange): string =>
  [file, from, to].filter(Boolean).join('-');
