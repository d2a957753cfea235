/** Search parameters of the tour list and of the register of notices; all days by default. */
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

interface TourneesSearch extends ListSearch, Omit<PeriodSearch, 'q'>, TerritorySearch {}

export const readTourneesSearch = (raw: Record<string, unknown>): TourneesSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
  ...readTerritorySearch(raw),
});

interface AvisRemisSearch extends TourneesSearch {
  /** The notice whose delivery is to be recorded when the screen opens. */
  noter?: string | undefined;
}

export const readAvisRemisSearch = (raw: Record<string, unknown>): AvisRemisSearch => ({
  ...readTourneesSearch(raw),
  ...(typeof raw['noter'] === 'string' ? { noter: raw['noter'] } : {}),
});
