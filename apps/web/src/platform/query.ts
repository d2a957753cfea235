import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** Whether a retry makes sense: no answer, or a server error. Refusals are final. */
const isPassing = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (count, error) => count < 1 && isPassing(error),
      retryDelay: 600,
    },
    // a press without a network fails and says so: it must not act later, by itself
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Options of a read for what a person has just typed or chosen: without a network it fails at once, so that the screen
 * says so instead of waiting in silence, and it is sent again once the network is back.
 */
export const typedRead = { networkMode: 'always', refetchOnReconnect: true } as const;
