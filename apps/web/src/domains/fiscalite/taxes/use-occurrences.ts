import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery } from '@tanstack/react-query';
import { callsOf } from '#src/platform/resource.ts';

/**
 * Periods per year of a frequency; undefined while they load, or without one. All frequencies are read at once, so that the
 * fields which depend on the chosen one are there when the focus leaves it.
 */
export function useOccurrences(frequence: Nested | null) {
  const read = useQuery(callsOf('frequences').page([['itemperpage', '500']]));
  const all = (read.data?.data ?? []) as { id: number; occurrences: number }[];
  return { read, occurrences: all.find(({ id }) => id === frequence?.id)?.occurrences };
}
