import { useCallback, useMemo } from 'react';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AnySearch, useSearchAs } from '#src/platform/address.ts';
import { api } from '#src/platform/api.ts';
import {
  type Extra,
  type ListAction,
  type ListDefaults,
  type ListState,
  pageQuery,
  readListSearch,
  reduceList,
  searchOf,
  stateOf,
} from './list-state.ts';

/** A page of a list as the server replies it. */
export interface ListPage<Row> {
  data: Row[];
  meta: { total_records: number };
}

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

const pageKey = (path: string, query: [string, string][]): readonly unknown[] => [
  path,
  'liste',
  new URLSearchParams(query).toString(),
];

/** One page of the resource `path`; the former page stays in sight while the next one comes. */
export function useListPage<Row>(
  path: string,
  state: ListState,
  extra: Extra | undefined,
): UseQueryResult<ListPage<Row>> {
  const query = pageQuery(state, extra);
  return useQuery({
    queryKey: pageKey(path, query),
    queryFn: ({ signal }) => api.get<ListPage<Row>>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a page ahead, when the pointer nears its button. */
export function usePeek(path: string, state: ListState, extra: Extra | undefined): (page: number) => void {
  const client = useQueryClient();
  return (page) => {
    const query = pageQuery({ ...state, page }, extra);
    void client.prefetchQuery({
      queryKey: pageKey(path, query),
      queryFn: ({ signal }) => api.get(path, { query, signal }),
    });
  };
}

/** Every query of a resource starts with its path: after a write this makes them all ask anew. */
export function useRefresh(path: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [path] }), [client, path]);
}
