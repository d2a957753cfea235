/** What the import of taxpayers asks the server for. */
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { queryOptions } from '@tanstack/react-query';
import { asks, call, callKey, type Reply } from '#src/platform/call.ts';

interface ImportSearch {
  /** The file that is at hand. */
  import?: string | undefined;
  /** The collectivité whose file is about to be chosen. */
  entite?: number | undefined;
}

export const readImportSearch = (raw: Record<string, unknown>): ImportSearch => ({
  import:
    typeof raw['import'] === 'string' && /^[\da-f-]{36}$/.test(raw['import']) ? raw['import'] : undefined,
  entite: typeof raw['entite'] === 'number' ? raw['entite'] : undefined,
});

export const importQuery = (id: string) => ({
  ...asks('GET /contribuables/imports/{import}', { params: { import: id } }),
  // what was chosen since on screen is not to be overwritten
  staleTime: Infinity,
});

export const travauxQuery = asks('GET /travaux');

/** Works on a file, the latest first. */
export const travauxOf =
  (id: string) =>
  ({ data }: Reply<'GET /travaux'>): Travail[] =>
    data.filter(({ parametres }) => parametres['import'] === id);

/** Rejected rows that the page shows; the file holds them all. */
export const SHOWN = 100;

export function rejetsQuery(id: string, travail: string) {
  const given = { params: { import: id }, query: { itemperpage: SHOWN } };
  return queryOptions({
    // those of a trial are not those of the import
    queryKey: [...callKey('GET /contribuables/imports/{import}/rejets', given), travail],
    queryFn: ({ signal }) => call('GET /contribuables/imports/{import}/rejets', { ...given, signal }),
  });
}
