/** What a taxpayer's record asks the server for, beside its row. */
import type { Apercu, Echec } from '@octroi/contract/contribuables/fiche';
import type { JournalAct } from '@octroi/contract/administration/journal';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';

/** Beneath this key lies all that is known of one taxpayer: what changes it makes it be asked anew. */
export const recordKey = (id: number) => ['contribuables', 'fiche', String(id)] as const;

export const apercuQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordKey(id), 'apercu'],
    queryFn: ({ signal }) => api.get<Apercu>(`contribuables/${id}/apercu`, { signal }),
  });

export const echeancesQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordKey(id), 'echeances'],
    queryFn: ({ signal }) => api.get<{ data: Echec[] }>(`contribuables/${id}/echeances`, { signal }),
  });

interface Acts {
  data: JournalAct[];
  meta: { total_records: number };
}

const ACTS = 30;

export const historiqueQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...recordKey(id), 'historique'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get<Acts>(`contribuables/${id}/historique`, {
        signal,
        query: { page: pageParam, itemperpage: ACTS },
      }),
    getNextPageParam: ({ meta }, pages) =>
      pages.length * ACTS < meta.total_records ? pages.length + 1 : null,
  });
