/** Sends and pulls whenever it may help: after an act, when a network comes, from time to time; later after each failure. */
import { CallError } from '#src/platform/exchange/call.ts';
import type { Clock } from '#src/platform/device/clock.ts';
import type { Link } from '#src/platform/exchange/link.ts';
import { isFull, type Log, NoRoom } from '#src/platform/log/log.ts';
import { pull } from '#src/platform/exchange/pull.ts';
import { sendCommands, sendPhotos, UNKNOWN_SIGNATURE } from '#src/platform/exchange/send.ts';
import { readSecret, type Session } from '#src/platform/exchange/session.ts';
import { interditOf, readStanding } from '#src/platform/exchange/standing.ts';
import type { Store } from '#src/platform/vault/store.ts';
import type { Vault } from '#src/platform/vault/vault.ts';
import { VERSION } from '#src/platform/device/version.ts';
import type { Etat } from './etat.ts';

/** While nothing is asked for, the office's changes are looked for so often. */
const EVERY_MS = 10 * 60_000;
const [SHORTEST_MS, LONGEST_MS] = [5000, 300_000];

/** Held by whoever sends: one tab at a time. */
export const SENDING = 'octroi-terrain-envoi';

interface Syncing {
  store: Store;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** Of the device. */
  appareil: number;
  tell: (change: Partial<Etat>) => void;
  /** What the phone keeps has changed. */
  changed: () => Promise<void>;
  /** The office has this device emptied. */
  wiped: () => Promise<void>;
}

export class Sync {
  private readonly own: Syncing;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  /** When the server can be asked again, as it said. */
  private notBefore = 0;
  private failedSince: number | null = null;
  private again = false;
  private stopped = false;

  constructor(own: Syncing) {
    this.own = own;
  }

  start(): void {
    addEventListener('online', this.soon);
    document.addEventListener('visibilitychange', this.soon);
    void this.now(true);
  }
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.soon);
    document.removeEventListener('visibilitychange', this.soon);
  }
  private readonly soon = (): void => {
    if (document.visibilityState === 'visible') void this.now();
  };

  /**
   * One tab at a time: another one that asks meanwhile is answered by the next turn of the first.
   * @param pulls also where nothing was sent
   */
  async now(pulls = false): Promise<void> {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const wait = this.notBefore - performance.now();
    if (wait > 0) return void (this.timer = setTimeout(() => void this.now(true), wait));
    await navigator.locks.request(SENDING, { ifAvailable: true }, async (lock) => {
      if (!lock) return void (this.again = true);
      do {
        this.again = false;
        await this.turn(pulls);
      } while (this.again && this.failedSince === null && !this.stopped);
    });
    this.later();
  }

  private later(): void {
    if (this.stopped) return;
    const backOff = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    // asked for while another tab was at it
    const soon = this.again ? SHORTEST_MS : EVERY_MS;
    this.timer = setTimeout(
      () => void this.now(true),
      this.failures > 0 ? Math.max(backOff, this.notBefore - performance.now()) : soon,
    );
  }

  private async turn(pulls: boolean): Promise<void> {
    const { store, vault, tell } = this.own;
    // what was done is opened by the phone's signature; what is pulled, by the person's session
    const session = await readSecret<Session>(store, vault, 'session');
    tell({ enEnvoi: true });
    try {
      await this.exchange({ ...this.own, token: session?.token ?? '' }, pulls);
      this.failures = 0;
      this.failedSince = null;
      tell({ horsLigne: null, erreur: null });
    } catch (error) {
      await this.failed(error);
    } finally {
      tell({ enEnvoi: false, recues: null });
    }
  }

  private async exchange(link: Link, pulls: boolean): Promise<void> {
    const { log, changed, tell } = this.own;
    const { repondues, statut } = await sendCommands(link, log, VERSION, changed);
    if (statut === 'effacé') return this.own.wiped();
    // its agent's session is over too: nothing more is to be had
    if (interditOf(await readStanding(link.store, link.vault))) return changed();
    if (repondues > 0 || pulls) {
      await pull(link, (recues) => tell({ recues }));
      await changed();
    }
    await sendPhotos(link);
    await changed();
  }

  private async failed(error: unknown): Promise<void> {
    const { tell, clock } = this.own;
    if (isFull(error)) return tell({ erreur: new NoRoom().message });
    if (!(error instanceof CallError)) throw error;
    this.failures += 1;
    // everybody was told the same
    this.notBefore = performance.now() + error.retryAfter * (1 + Math.random());
    this.failedSince ??= clock.now().getTime();
    if (error.isPassing) return tell({ horsLigne: this.failedSince });
    if (error.code === UNKNOWN_SIGNATURE) return this.own.changed();
    tell({ horsLigne: null, erreur: error.message });
    if (error.status === 401) tell({ aReconnecter: true });
  }
}
