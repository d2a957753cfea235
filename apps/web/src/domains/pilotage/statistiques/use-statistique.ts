import { type DayRange, type OpenRange } from '@octroi/contract/platform/values/period';
import { type Pas, pasOf, availablePas, periodBefore } from '@octroi/contract/pilotage/pas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '#src/platform/api.ts';
import { useSearchAs } from '#src/platform/address.ts';
import { useSession } from '#src/platform/session.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import { type Territory, useTerritory } from '#src/ui/territory/use-territory.ts';
import type { CallQuery, Scoped, Statistique, TableReply } from './declaration.ts';
import { readStatistiqueSearch, type StatistiqueSearch, statistiqueRange } from './search.ts';

export interface StatistiqueState<Reply> {
  search: StatistiqueSearch;
  territory: Territory;
  /** Undefined until a period is chosen. */
  range: OpenRange | undefined;
  scoped: Scoped;
  query: CallQuery;
  /** The parameters under the names of this statistic's call. */
  callParams: Query;
  data: Reply | undefined;
  /** Whether the data belongs to the previous query. */
  stale: boolean;
  failure: Failure | undefined;
  /** The previous period, with its table once loaded. */
  before: { range: DayRange; data: Reply | undefined; failure: Failure | undefined } | undefined;
}

/** The figures of a statistics screen for its address, and those of the previous period. */
export function useStatistique<Reply extends TableReply>(
  declaration: Statistique<Reply>,
): StatistiqueState<Reply> {
  const search = useSearchAs(readStatistiqueSearch);
  const { today } = useSession();
  const territory = useTerritory(search);
  const range = statistiqueRange(search, declaration.opening, today);
  const scoped: Scoped = {
    entite: territory.entiteId,
    ms: territory.ms,
    range: range ?? {},
    betail: search.betail === 1 ? 1 : 0,
    agent: search.agent,
  };
  const ready = !territory.loading && !territory.failure;
  const bounded = range?.from && range.to ? { from: range.from, to: range.to } : undefined;
  // an interval that is too fine for the period is ignored
  const chosenPas = bounded && availablePas(bounded).find((pas) => pas === search.pas);
  const query = callQuery(scoped, chosenPas);
  const asking = declaration.request(query);
  const table = useQuery({
    ...asking,
    placeholderData: keepPreviousData,
    enabled: ready && range !== undefined,
  });
  const previousRange = bounded && periodBefore(bounded, today);
  // with the same interval, so that both line up in the chart
  const formerQuery = callQuery(
    { ...scoped, range: previousRange ?? {} },
    bounded && (chosenPas ?? pasOf(bounded)),
  );
  const compared = useQuery({
    ...declaration.request(formerQuery),
    enabled: ready && previousRange !== undefined,
  });
  return {
    search,
    territory,
    range,
    scoped,
    query,
    callParams: asking.queryKey[2].query ?? {},
    data: range ? table.data : undefined,
    stale: table.isPlaceholderData,
    failure: territory.failure ?? failureOf(table),
    before: previousRange && { range: previousRange, data: compared.data, failure: failureOf(compared) },
  };
}

const callQuery = ({ entite, ms, range, betail, agent }: Scoped, pas: Pas | undefined): CallQuery => ({
  entite,
  ms: ms.length > 0 ? ms : undefined,
  ...range,
  betail,
  agent,
  pas,
});
