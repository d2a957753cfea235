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
    mutations: { retry: false },
  },
});
