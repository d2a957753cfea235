/** What of the phone speaks to the server: as whom, and for which device. */
import type { Clock } from './clock.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

export interface Link {
  store: Store;
  vault: Vault;
  clock: Clock;
  /** Of the device. */
  appareil: number;
  token: string;
}
