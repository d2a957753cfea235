/** The dependencies of all exchanges with the server: stores, clock, device and session. */
import type { Clock } from '../device/clock.ts';
import type { Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

export interface Link {
  store: Store;
  vault: Vault;
  clock: Clock;
  /** Id of the device. */
  appareil: number;
  token: string;
}
