import { useCallback, useMemo } from 'react';
import type { ResourcePath } from '@octroi/contract/register';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AnySearch, useSearchAs } from '#src/platform/address.ts';
import { callsOf, type ListScope, type Page, type RowOf } from '#src/platform/resource.ts';
import { sessionQuery } from '#src/platform/session.ts';
import {
  type ListAction,
  type ListDefaults,
  type ListState,
  pageQuery,
  readListSearch,
  reduceList,
  searchOf,
  stateOf,
} from './list-state.ts';

/** What stands in the braces of a list's path. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * Changes search parameters of the present screen beside those of the list (period, sub-entity), and returns to
 * page 1. `undefined` removes one.
 */
export function usePatchSearch(): (patch: AnySearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, page: undefined, ...patch }),
        resetScroll: false,
      }),
    [navigate],
  );
}

/** The state of the list on screen, read from the address and written to it. */
export function useListState(defaults: ListDefaults): [ListState, (action: ListAction) => void] {
  const search = useSearchAs(readListSearch);
  const patch = usePatchSearch();
  const state = useMemo(() => stateOf(search, defaults), [search, defaults]);
  const dispatch = useCallback(
    (action: ListAction) => patch({ ...searchOf(reduceList(state, action), defaults) }),
    [patch, state, defaults],
  );
  return [state, dispatch];
}

/** One page of the list below `path`; the former page stays in sight while the next one comes. */
export function useListPage<Path extends string>(
  path: Path,
  state: ListState,
  scope: ListScope | undefined,
  params?: Params,
): UseQueryResult<Page<RowOf<Path>>> {
  return useQuery({
    ...callsOf(path).page(pageQuery(state, scope), params),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a page ahead, when the pointer nears its button. */
export function usePrefetchPage(
  path: string,
  state: ListState,
  scope: ListScope | undefined,
  params?: Params,
): (page: number) => void {
  const client = useQueryClient();
  return (page) =>
    void client.prefetchQuery(callsOf(path).page(pageQuery({ ...state, page }, scope), params));
}

/** Records that the session names: where one works, and what one may do there. */
const IN_SESSION: ReadonlySet<string> = new Set<ResourcePath>([
  'entites',
  'ramifications',
  'groups',
  'users',
]);

/** After a write, makes all that is kept of a resource be asked anew. */
export function useRefresh(path: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const keys = [callsOf(path).key, ...(IN_SESSION.has(path) ? [sessionQuery.queryKey] : [])];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client, path]);
}
