/** Search parameters of the value lists. */
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

interface ValeursSearch extends ListSearch, Omit<PeriodSearch, 'q'>, TerritorySearch {}
export const readValeursSearch = (raw: Record<string, unknown>): ValeursSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
  ...readTerritorySearch(raw),
});

interface ReleveSearch extends ListSearch, Omit<PeriodSearch, 'q'> {
  /** Per régie instead of per agent. */
  compte?: 'regie' | undefined;
}
export const readReleveSearch = (raw: Record<string, unknown>): ReleveSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
  compte: raw.compte === 'regie' ? 'regie' : undefined,
});
