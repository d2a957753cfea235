/** The address of « À classer »: payments of all days that are not assigned to a taxpayer. */
import type { TransactionsSearch } from './search.ts';

export const aClasserSearch = (entite: number | undefined): TransactionsSearch => ({
  entite,
  dates: 'toutes',
  aClasser: 'ouverts',
});
