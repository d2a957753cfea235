/** The queries of a taxpayer's record. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { queryFor, call, callKey } from '#src/platform/call.ts';

export const apercuQuery = (id: number) => queryFor('GET /contribuables/{id}/apercu', { params: { id } });

export const echeancesQuery = (id: number) =>
  queryFor('GET /contribuables/{id}/echeances', { params: { id } });

export const compteQuery = (id: number) => queryFor('GET /contribuables/{id}/compte', { params: { id } });

const ACTS = 30;

export const historiqueQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...callKey('GET /contribuables/{id}/historique', { params: { id } }), 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call('GET /contribuables/{id}/historique', {
        params: { id },
        query: { page: pageParam, itemperpage: ACTS },
        signal,
      }),
    getNextPageParam: ({ meta }, pages) =>
      pages.length * ACTS < (meta.total_records ?? 0) ? pages.length + 1 : null,
  });
