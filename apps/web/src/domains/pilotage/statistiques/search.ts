/** What a statistics screen shows, as its address tells it: place, period, livestock, agent, cut, form of the chart. */
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

/** Reads the parameters of an address; what makes no sense is left out (`validateSearch`). */
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
 * @param opening what it opens with; null where nothing is shown until a period is chosen
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

/** What tells a chosen period in the address: the days, also today's, since screens open with different ones. */
export const searchOfPeriod = ({ from, to }: OpenRange): StatistiqueSearch => ({
  from,
  to,
  dates: from || to ? undefined : 'toutes',
});
