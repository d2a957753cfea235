import type { DayRange } from '@octroi/contract/period';
import type { Address } from '../statistiques/declaration.ts';

/** The lists behind the figures of some days: the payments received then, and what fell due then. */
export interface RythmeLinks {
  recus: (range: DayRange) => Address;
  echus: (range: DayRange) => Address;
}
