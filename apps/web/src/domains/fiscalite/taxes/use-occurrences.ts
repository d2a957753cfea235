import { filterQuery } from '@octroi/contract/platform/listing/filter';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';

/** Periods per year of a frequency; undefined while it loads, or without one. */
export function useOccurrences(frequence: Nested | null): number | undefined {
  const { data } = useQuery({
    ...callsOf('frequences').page([
      ['itemperpage', '1'],
      ...filterQuery([{ column: 'id', operator: 'eq', x: String(frequence?.id ?? 0) }]),
    ]),
    enabled: frequence !== null,
  });
  const [found] = (frequence && data?.data ? data.data : []) as { occurrences?: number }[];
  return found?.occurrences;
}
