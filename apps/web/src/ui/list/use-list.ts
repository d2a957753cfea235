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

/** Values for the braces of a list's path. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * Changes search parameters of the screen other than the list's own (period, sub-entity), and returns to page 1.
 * `undefined` removes one.
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

/** The list state in the address, and its dispatcher. */
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

export interface PageOptions {
  params?: Params | undefined;
  /** Whether only the rows are asked for: their number comes with the totals (`useListTotals`). */
  alone?: boolean;
}

/** One page of the list `path`; the previous page stays while the next one loads. */
export function useListPage<Path extends string>(
  path: Path,
  state: ListState,
  scope: ListScope | undefined,
  { params, alone }: PageOptions = {},
): UseQueryResult<Page<RowOf<Path>>> {
  return useQuery({
    ...callsOf(path).page(pageQuery(state, scope, alone), params),
    placeholderData: keepPreviousData,
  });
}

/** Prefetches a page, when the pointer is over its number. */
export function usePrefetchPage(
  path: string,
  state: ListState,
  scope: ListScope | undefined,
  { params, alone }: PageOptions = {},
): (page: number) => void {
  const client = useQueryClient();
  return (page) =>
    void client.prefetchQuery(callsOf(path).page(pageQuery({ ...state, page }, scope, alone), params));
}

/** Resources that the session contains: places and rights. */
const IN_SESSION: ReadonlySet<string> = new Set<ResourcePath>([
  'entites',
  'ramifications',
  'groups',
  'users',
]);

/** After a change, refetches everything about a resource. */
export function useRefresh(path: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const keys = [callsOf(path).key, ...(IN_SESSION.has(path) ? [sessionQuery.queryKey] : [])];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client, path]);
}
