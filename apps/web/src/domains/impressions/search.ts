/** Search parameters of printable lists and reports. */
import type { Base } from '@octroi/contract/pilotage/figures';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';

export const readList = (raw: Record<string, unknown>): ListSearch & FigureSearch => ({
  ...readListSearch(raw),
  ...readFigureSearch(raw),
});

/** A report has fixed filters, finds nobody by words, and has its own default base. */
export const readReport = (raw: Record<string, unknown>): ReportSearch => ({
  ...readList(raw),
  f: undefined,
  q: undefined,
  base: raw.base === 'enrolement' || raw.base === 'encaissement' ? raw.base : undefined,
});
type ReportSearch = ListSearch & Omit<FigureSearch, 'base'> & { base: Base | undefined };

/** The collectivité; the person's first one when absent. */
export const readPapiers = ({ entite }: Record<string, unknown>): { entite?: number } =>
  typeof entite === 'number' && Number.isSafeInteger(entite) ? { entite } : {};
