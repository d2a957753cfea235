/** The address of a statistics screen: place, period, livestock, agent, interval, chart form. */
import { CHART_KINDS, type ChartKind } from '@octroi/contract/platform/chart/chart';
import { PAS, type Pas } from '@octroi/contract/pilotage/pas';
import { type OpenRange, type Period, periodRange } from '@octroi/contract/platform/values/period';
import { rangeOf } from '#src/ui/period/period-search.ts';
import { readId } from '#src/ui/territory/territory-search.ts';
import { type FigureSearch, readFigureSearch } from '../figure-search.ts';

export interface StatistiqueSearch extends Omit<FigureSearch, 'annee' | 'base'> {
  agent?: number | undefined;
  pas?: Pas | undefined;
  vue?: ChartKind | undefined;
  page?: number | undefined;
}

/** Parses the search parameters; invalid ones are dropped (`validateSearch`). */
export function readStatistiqueSearch(raw: Record<string, unknown>): StatistiqueSearch {
  const { annee: _annee, base: _base, ...search } = readFigureSearch(raw);
  return {
    ...search,
    agent: readId(raw.agent),
    pas: PAS.find((pas) => pas === raw.pas),
    vue: CHART_KINDS.find((kind) => kind === raw.vue),
    page: readId(raw.page),
  };
}

/**
 * The period of the screen.
 * @param opening its initial period; null if a period must be chosen first
 * @returns undefined while none is chosen
 */
export function statistiqueRange(
  search: StatistiqueSearch,
  opening: Period | null,
  today: string,
): OpenRange | undefined {
  if (search.from || search.to || search.dates) return rangeOf(search, today);
  return opening ? periodRange(opening, today) : undefined;
}

/**
 * The search parameters of a chosen period: explicit days, even for today, because screens have different initial
 * periods.
 */
export const searchOfPeriod = ({ from, to }: OpenRange): StatistiqueSearch => ({
  from,
  to,
  dates: from || to ? undefined : 'toutes',
});
