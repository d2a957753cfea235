/** What the import of taxpayers asks the server for. */
import type { Import, Rejet } from '@octroi/contract/contribuables/import';
import type { Travail } from '@octroi/contract/travaux';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';

export interface ImportSearch {
  /** The file that is at hand. */
  import?: string | undefined;
}

export const readImportSearch = (raw: Record<string, unknown>): ImportSearch => ({
  import:
    typeof raw['import'] === 'string' && /^[\da-f-]{36}$/.test(raw['import']) ? raw['import'] : undefined,
});

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => api.get<Import>(`contribuables/imports/${id}`, { signal }),
    // what was chosen since on screen is not to be overwritten
    staleTime: Infinity,
  });

/** Works on a file, the latest first. */
export const travauxQuery = (id: string) =>
  queryOptions({
    queryKey: ['travaux', 'import', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: Travail[] }>('travaux', { signal });
      return data.filter(({ parametres }) => parametres['import'] === id);
    },
  });

/** Rejected rows that the page shows; the file holds them all. */
export const SHOWN = 100;

export const rejetsQuery = (id: string, travail: string) =>
  queryOptions({
    queryKey: ['imports', id, 'rejets', travail],
    queryFn: ({ signal }) =>
      api.get<{ data: Rejet[]; meta: { total_records: number } }>(`contribuables/imports/${id}/rejets`, {
        signal,
        query: { itemperpage: SHOWN },
      }),
  });
