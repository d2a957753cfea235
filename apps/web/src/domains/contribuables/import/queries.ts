/** The queries of the taxpayer import. */
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import type { Import, ImportPatch } from '@octroi/contract/contribuables/import/import';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useAct } from '#src/ui/use-act.ts';
import { queryFor, call, callKey, type Reply } from '#src/platform/call.ts';

interface ImportSearch {
  /** The current file. */
  import?: string | undefined;
  /** The collectivité of the next file. */
  entite?: number | undefined;
}

export const readImportSearch = (raw: Record<string, unknown>): ImportSearch => ({
  import:
    typeof raw['import'] === 'string' && /^[\da-f-]{36}$/.test(raw['import']) ? raw['import'] : undefined,
  entite: typeof raw['entite'] === 'number' ? raw['entite'] : undefined,
});

export const importQuery = (id: string) => ({
  ...queryFor('GET /contribuables/imports/{import}', { params: { import: id } }),
  // a refetch must not replace the mapping chosen on screen
  staleTime: Infinity,
});

export const travauxQuery = queryFor('GET /travaux');

const PHOTOS = 'photos-import';

/** The jobs that read the rows of a file, latest first. */
export const travauxOf =
  (id: string) =>
  ({ data }: Reply<'GET /travaux'>): Travail[] =>
    data.filter(({ nature, parametres }) => parametres['import'] === id && nature !== PHOTOS);

/** The jobs that read the archives of photos of a file, latest first. */
export const photosTravauxOf =
  (id: string) =>
  ({ data }: Reply<'GET /travaux'>): Travail[] =>
    data.filter(({ nature, parametres }) => parametres['import'] === id && nature === PHOTOS);

/** The person's earlier files. */
export const importsQuery = queryFor('GET /contribuables/imports');

/** Rejected rows shown on the page; the file has all. */
export const SHOWN = 100;

export function rejetsQuery(id: string, travail: string) {
  const request = { params: { import: id }, query: { itemperpage: SHOWN } };
  return queryOptions({
    // a trial and an import have different rejected rows
    queryKey: [...callKey('GET /contribuables/imports/{import}/rejets', request), travail],
    queryFn: ({ signal }) => call('GET /contribuables/imports/{import}/rejets', { ...request, signal }),
  });
}

/** Rows that wait for a decision. @param travail job that last read the file */
export function aDeciderQuery(id: string, travail: string) {
  const request = { params: { import: id }, query: { sort: 'à décider' as const, itemperpage: SHOWN } };
  return queryOptions({
    queryKey: [...callKey('GET /contribuables/imports/{import}/lignes', request), travail],
    queryFn: ({ signal }) => call('GET /contribuables/imports/{import}/lignes', { ...request, signal }),
  });
}

/** @param state changes whenever the pictures may have */
export function photosQuery(id: string, state: string) {
  const request = { params: { import: id }, query: { itemperpage: SHOWN } };
  return queryOptions({
    queryKey: [...callKey('GET /contribuables/imports/{import}/photos', request), state],
    queryFn: ({ signal }) => call('GET /contribuables/imports/{import}/photos', { ...request, signal }),
  });
}

/** Stores decisions at once. @param travail job whose rows are on screen */
export function useDecide(file: Import, travail?: string) {
  const client = useQueryClient();
  const { busy, perform } = useAct();
  const decide = (body: ImportPatch): Promise<void> =>
    perform(async () => {
      const changed = await call('PATCH /contribuables/imports/{import}', {
        params: { import: file.id },
        body,
      });
      client.setQueryData(importQuery(file.id).queryKey, changed);
      if (travail !== undefined)
        await client.invalidateQueries({ queryKey: aDeciderQuery(file.id, travail).queryKey });
      void client.invalidateQueries({ queryKey: importsQuery.queryKey });
    });
  return { busy, decide };
}
