import { summed } from '@octroi/contract/platform/listing/columns';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Failure } from '#src/platform/query.ts';
import { callsOf, type ListScope } from '#src/platform/resource.ts';
import { type ListSearch, scopeQuery } from './list-state.ts';

export interface ListTotals {
  /** The number of all rows of the filtered list; undefined until it is known. */
  lines: number | undefined;
  label: string;
  sums: Readonly<Record<string, number>>;
  /** What the sums say beside. */
  note: string | undefined;
  /** Why there is no sum. */
  failure: Failure | undefined;
}

/**
 * The TOTAL row over all rows of the filtered list, not of the page: asked of `<path>/totaux` with the same scope. It comes
 * after the rows, which are asked for alone: the number of all rows is its own.
 * @param search filters and words of the list, as its rows have them
 * @param columns of the list, whose amounts are summed: the reply names each by the id of its column
 * @param note what the sums say beside, beneath the row
 */
export function useListTotals(
  path: string,
  search: Pick<ListSearch, 'f' | 'q'>,
  scope: ListScope,
  columns: readonly { id: string; kind: string }[],
  note?: (sums: Readonly<Record<string, number>>) => string,
): ListTotals {
  const query = scopeQuery(search.f ?? [], { ...scope, q: search.q });
  const { data, error, refetch } = useQuery(callsOf(path).totals(query));
  return useMemo(() => {
    if (!data) {
      const failure = error ? { error, retry: () => void refetch() } : undefined;
      return { lines: undefined, label: 'TOTAL', sums: {}, note: undefined, failure };
    }
    const { total_records: lines, ...sums } = data;
    return {
      lines,
      label: lines > 1 ? `TOTAL des ${formatNumber(lines)} lignes` : `TOTAL de ${lines} ligne`,
      sums: Object.fromEntries(
        summed(columns).flatMap((id) => (sums[id] === undefined ? [] : [[id, sums[id]]])),
      ),
      note: note?.(sums),
      failure: undefined,
    };
  }, [data, error, refetch, columns, note]);
}
