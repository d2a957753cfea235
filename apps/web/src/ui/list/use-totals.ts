import { summed } from '@octroi/contract/platform/listing/columns';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callsOf, type ListScope } from '#src/platform/resource.ts';
import { useSearchAs } from '#src/platform/address.ts';
import { readListSearch, scopeQuery } from './list-state.ts';
import type { ListTableProps } from './table/ListTable.tsx';

/**
 * The TOTAL row over all rows of the filtered list, not of the page: asked of `<path>/totaux` with the same scope.
 * @param columns of the list, whose amounts are summed: the reply names each by the id of its column
 * @param note what the sums say beside, beneath the row
 */
export function useListTotals(
  path: string,
  filters: readonly FilterRow[],
  scope: ListScope,
  columns: readonly { id: string; kind: string }[],
  note?: (sums: Readonly<Record<string, number>>) => string,
): ListTableProps<never>['totals'] {
  const { q } = useSearchAs(readListSearch);
  const query = scopeQuery(filters, { ...scope, q });
  const { data } = useQuery({
    ...callsOf(path).totals(query),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!data) return undefined;
    const { total_records: lines, ...sums } = data;
    return {
      label: lines > 1 ? `TOTAL des ${formatNumber(lines)} lignes` : `TOTAL de ${lines} ligne`,
      sums: Object.fromEntries(
        summed(columns).flatMap((id) => (sums[id] === undefined ? [] : [[id, sums[id]]])),
      ),
      note: note?.(sums),
    };
  }, [data, columns, note]);
}
