import type { Territory } from '#src/ui/territory/use-territory.ts';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import type { TransactionsSearch } from './search.ts';

/** The query parameters of payment lists: place, days, livestock. */
export const placeQuery = (search: TransactionsSearch, territory: Territory, range: OpenRange) => ({
  entite: territory.entiteId,
  ms: territory.ms.length > 0 ? territory.ms : undefined,
  direct: search.direct,
  ...range,
  betail: search.betail === 'tous' ? undefined : search.betail,
});
