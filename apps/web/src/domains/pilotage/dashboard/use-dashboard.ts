import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { type Failure, failureOf } from '#src/platform/query.ts';
import type { FigureScope } from '../use-figures.ts';

interface DashboardState {
  data: Dashboard | undefined;
  /** Whether the data belongs to the previous query. */
  stale: boolean;
  failure: Failure | undefined;
}

/** The figures of a place and a period; the previous ones stay while new ones load. */
export function useDashboard({ query, territory }: FigureScope): DashboardState {
  const read = useQuery({
    ...queryFor('GET /dashboard/by-entite', { query }),
    placeholderData: keepPreviousData,
    enabled: !territory.loading && !territory.failure,
  });
  return {
    data: read.data,
    stale: read.isPlaceholderData,
    failure: territory.failure ?? failureOf(read),
  };
}
