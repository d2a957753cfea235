/** Search parameters of the lists of this domain. */
import { ETATS_ECLAIRCISSEMENT } from '@octroi/contract/paiements/eclaircissement-words';
import { type FigureSearch, readFigureSearch } from '#src/domains/pilotage/index.ts';
import { type ListSearch, readListSearch } from '#src/ui/list/list-state.ts';
import { type PeriodSearch, readPeriodSearch } from '#src/ui/period/period-search.ts';
import { readTerritorySearch, type TerritorySearch } from '#src/ui/territory/territory-search.ts';

export interface TransactionsSearch
  extends ListSearch, PeriodSearch, TerritorySearch, Pick<FigureSearch, 'betail'> {
  /** Money booked under « Recettes à classer »: all of it, or the part without a taxpayer. */
  aClasser?: 1 | 'ouverts' | undefined;
}

interface EclaircissementsSearch extends ListSearch {
  /** Open cases when absent. */
  etat?: (typeof ETATS_ECLAIRCISSEMENT)[number] | undefined;
  /** Cases of one taxpayer's payments, or of one collectivité. */
  contribuable?: number | undefined;
  entite?: number | undefined;
}
const idOf = (raw: unknown): number | undefined => (Number.isSafeInteger(raw) ? (raw as number) : undefined);
export const readEclaircissementsSearch = (raw: Record<string, unknown>): EclaircissementsSearch => ({
  ...readListSearch(raw),
  etat: ETATS_ECLAIRCISSEMENT.find((each) => each === raw['etat']),
  contribuable: idOf(raw['contribuable']),
  entite: idOf(raw['entite']),
});

export const readTransactionsSearch = (raw: Record<string, unknown>): TransactionsSearch => ({
  ...readListSearch(raw),
  ...readPeriodSearch(raw),
  ...readTerritorySearch(raw),
  betail: readFigureSearch(raw).betail,
  aClasser: raw['aClasser'] === 'ouverts' ? 'ouverts' : raw['aClasser'] === 1 ? 1 : undefined,
});
