/** Search parameters of the field lists. */
import { ETATS_CAS } from '@octroi/contract/terrain/rules';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';

interface CasSearch extends ListSearch {
  /** Cases of one device. */
  appareil?: number | undefined;
  /** Open cases when absent. */
  etat?: (typeof ETATS_CAS)[number] | undefined;
}
export const readCasSearch = (raw: Record<string, unknown>): CasSearch => ({
  ...readListSearch(raw),
  appareil: Number.isSafeInteger(raw.appareil) ? (raw.appareil as number) : undefined,
  etat: ETATS_CAS.find((each) => each === raw.etat),
});

interface ActesSearch extends ListSearch, Omit<PeriodSearch, 'q'> {}
export const readActesSearch = (raw: Record<string, unknown>): ActesSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
});
