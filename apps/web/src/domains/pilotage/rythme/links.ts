import type { Href } from '#src/platform/address.ts';
import type { DayRange } from '@octroi/contract/period';

/** The lists behind the figures of some days: the payments received then, and what fell due then. */
export interface RythmeLinks {
  recus: (range: DayRange) => Href;
  echus: (range: DayRange) => Href;
}
