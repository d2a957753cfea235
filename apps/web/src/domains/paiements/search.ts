/** What the addresses of this domain's lists say. */
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

export interface TransactionsSearch
  extends ListSearch, PeriodSearch, TerritorySearch, Pick<FigureSearch, 'betail'> {}

export const readTransactionsSearch = (raw: Record<string, unknown>): TransactionsSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
  ...readTerritorySearch(raw),
  betail: readFigureSearch(raw).betail,
});
