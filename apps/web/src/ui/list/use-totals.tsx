import type { FilterRow } from '@octroi/contract/filter';
import { formatNumber } from '@octroi/contract/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#src/platform/api.ts';
import { Amount } from '../Amount.tsx';
import { type Extra, scopeQuery } from './list-state.ts';
import type { ListTableProps } from './ListTable.tsx';

/**
 * The TOTAL row over all rows of the filtered list, not of the page: asked of `<path>/totaux` with the same scope.
 * @param pick amounts in francs by column id
 */
export function useListTotals<Totals extends { total_records: number }>(
  path: string,
  filters: readonly FilterRow[],
  extra: Extra,
  pick: (totals: Totals) => Record<string, number>,
): ListTableProps<never>['totals'] {
  const query = scopeQuery(filters, extra);
  const { data } = useQuery({
    queryKey: [path, 'totaux', new URLSearchParams(query).toString()],
    queryFn: ({ signal }) => api.get<Totals>(`${path}/totaux`, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return undefined;
  const { total_records: lines } = data;
  return {
    label: lines > 1 ? `TOTAL des ${formatNumber(lines)} lignes` : `TOTAL de ${lines} ligne`,
    values: Object.fromEntries(
      Object.entries(pick(data)).map(([id, value]) => [id, <Amount key={id} value={value} />]),
    ),
  };
}
