/** What the addresses of printable lists and reports say. */
import type { Base } from '@octroi/contract/pilotage/figures';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';

export const readList = (raw: Record<string, unknown>): ListSearch & FigureSearch => ({
  ...readListSearch(raw),
  ...readFigureSearch(raw),
});

/** A report stands under its own conditions alone, and opens with a base of its own. */
export const readReport = (raw: Record<string, unknown>): ReportSearch => ({
  ...readList(raw),
  f: undefined,
  base: raw.base === 'enrolement' || raw.base === 'encaissement' ? raw.base : undefined,
});
type ReportSearch = ListSearch & Omit<FigureSearch, 'base'> & { base: Base | undefined };

/** Whose papers: the first collectivité's where it does not say. */
export const readPapiers = ({ entite }: Record<string, unknown>): { entite?: number } =>
  typeof entite === 'number' && Number.isSafeInteger(entite) ? { entite } : {};
