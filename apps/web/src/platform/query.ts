import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  noop,
  QueryCache,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { toastFailure, toastUnread } from './toasts.ts';

/** Whether the server may answer later: it did not, failed, or is asked too often. Other refusals are final. */
export const mayPass = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Whether a call is sent again by itself: not one that took too long, nor one of too many. */
const isWorthRepeating = (error: Error): boolean =>
  mayPass(error) && error instanceof ApiError && error.status !== 429 && error.code !== 'demande.trop-longue';

/** Whether an answer takes away what was read before: a right or a record that no longer exists. */
const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Why something could not be read, and how to read it again. */
export interface Failure {
  error: Error;
  retry: () => void;
}

/** The part of a query’s result that tells whether it failed. */
interface Read {
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * The failure to show in place of what was to be read: the first one of several readings, whose retry reads again all
 * that failed. A later reading that fails takes nothing away: what is shown, and what is being entered beside it, stays;
 * a toast says that it is from before.
 */
export function failureOf(...reads: readonly Read[]): Failure | undefined {
  const failed = reads.filter(({ data, error }) => error && (data === undefined || isRefusal(error)));
  const error = failed[0]?.error;
  return error ? { error, retry: () => failed.forEach((read) => void read.refetch()) } : undefined;
}

/** Reads anew, for whoever waits for it, what is being read. */
function beginAgain(query: QueryCacheNotifyEvent['query']): void {
  void query.cancel({ silent: true });
  // a failure is in the state of the query
  query.fetch().catch(noop);
}

/**
 * A client that never keeps an answer from before an act: what is being read while an act ends may be such an answer, and is
 * read again. After an invalidation the library does so only where older data are on a screen; a first reading, and one
 * ahead of a screen, would be taken for the state after the act.
 */
class RereadingClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined || !query.isActive()) beginAgain(query);
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new RereadingClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data === undefined || !query.isActive() || !mayPass(error)) return;
      // what is shown is right, only what was to come after it is missing
      if (query.state.fetchMeta?.fetchMore) toastFailure(error);
      else toastUnread(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (count, error) => count < 1 && isWorthRepeating(error),
      retryDelay: 600,
    },
    // a press without a network fails and says so: it must not act later, by itself
    mutations: { retry: false, networkMode: 'always' },
  },
});

// what an act gave is shown at once: an answer that comes behind it must not be older
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
  if (event.query.state.fetchStatus === 'fetching') beginAgain(event.query);
});

let isReadingAnew = false;

/**
 * Reads anew what is shown, and later what was shown before: as on coming back to the tab, but for what a form edits. Once
 * at a time: what fails meanwhile begins nothing again.
 */
export async function readAnew(): Promise<void> {
  if (isReadingAnew) return;
  isReadingAnew = true;
  try {
    await queryClient.invalidateQueries({
      predicate: (query) =>
        !query.isActive() ||
        query.observers.some(
          ({ options }) => options.refetchOnWindowFocus !== false && options.staleTime !== Infinity,
        ),
    });
  } finally {
    isReadingAnew = false;
  }
}

/**
 * Options of a read for what a person has just typed or chosen: without a network it fails at once, so that the screen
 * says so instead of waiting in silence, and it is sent again once the network is back.
 */
export const typedRead = { networkMode: 'always', refetchOnReconnect: true } as const;

/**
 * Options of a mutation, after which something is read again. A failure is told in a toast, and does not wait for that
 * reading, which waits itself while there is no network.
 */
export const thenRead = (queryKey: QueryKey) => ({
  onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  onError: (error: Error): void => {
    toastFailure(error);
    void queryClient.invalidateQueries({ queryKey });
  },
});
