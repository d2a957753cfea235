import type { Dashboard } from '@octroi/contract/pilotage/figures';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import type { FigureScope } from '../use-figures.ts';

interface DashboardState {
  data: Dashboard | undefined;
  /** Whether the data belongs to the previous query. */
  stale: boolean;
  error: unknown;
  retry: () => void;
}

/** The figures of a place and a period; the previous ones stay while new ones load. */
export function useDashboard({ query, territory }: FigureScope): DashboardState {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryFor('GET /dashboard/by-entite', { query }),
    placeholderData: keepPreviousData,
    enabled: !territory.loading && !territory.error,
  });
  return {
    data,
    stale: isPlaceholderData,
    error: territory.error ?? error,
    retry: territory.error ? territory.retry : () => void refetch(),
  };
}
