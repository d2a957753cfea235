/** The address of « À classer »: payments that nobody has given to a taxpayer yet, of whatever day. */
import type { TransactionsSearch } from './search.ts';

export const aClasserSearch = (entite: number | undefined): TransactionsSearch => ({
  entite,
  dates: 'toutes',
  aClasser: 'ouverts',
});
