import type { Href } from '#src/platform/address.ts';
import type { DayRange, OpenRange } from '@octroi/contract/platform/values/period';

/** The lists behind the figures: payments for a fiscal year, payments for earlier years, échéances due. */
export interface RythmeLinks {
  recus: (annee: number, range: OpenRange) => Href;
  arrieres: (annee: number, range: DayRange) => Href;
  echus: (range: DayRange) => Href;
}
