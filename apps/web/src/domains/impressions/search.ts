/** What the addresses of printable lists and reports say. */
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';

export const readList = (raw: Record<string, unknown>): ListSearch & FigureSearch => ({
  ...readListSearch(raw),
  ...readFigureSearch(raw),
});

/** A report stands under its own conditions alone. */
export const readReport = (raw: Record<string, unknown>): ListSearch & FigureSearch => ({
  ...readList(raw),
  f: undefined,
});

/** Whose papers: the first collectivité's where it does not say. */
export const readPapiers = ({ entite }: Record<string, unknown>): { entite?: number } =>
  typeof entite === 'number' && Number.isSafeInteger(entite) ? { entite } : {};
