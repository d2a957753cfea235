import type { Href } from '#src/platform/address.ts';
import type { DayRange, OpenRange } from '@octroi/contract/platform/values/period';

/** The lists behind the figures of some days: what paid a fiscal year then or the years before it, and what fell due then. */
export interface RythmeLinks {
  recus: (annee: number, range: OpenRange) => Href;
  arrieres: (annee: number, range: DayRange) => Href;
  echus: (range: DayRange) => Href;
}
