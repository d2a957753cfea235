/** What of the phone speaks to the server: as whom, and for which device. */
import type { Clock } from '../device/clock.ts';
import type { Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

export interface Link {
  store: Store;
  vault: Vault;
  clock: Clock;
  /** Of the device. */
  appareil: number;
  token: string;
}
