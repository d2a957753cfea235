/** Sends and downloads when useful: after an act, when a network appears, and at intervals that grow after failures. */
import { CallError } from '#src/platform/exchange/call.ts';
import type { Clock } from '#src/platform/device/clock.ts';
import type { Link } from '#src/platform/exchange/link.ts';
import { DOWNLOAD_UNSTORED, isFull, type Log } from '#src/platform/log/log.ts';
import { pull } from '#src/platform/exchange/pull.ts';
import { sendCommands, sendPhotos, UNKNOWN_SIGNATURE } from '#src/platform/exchange/send.ts';
import { readSecret, type Session } from '#src/platform/exchange/session.ts';
import { interditOf, readStanding } from '#src/platform/exchange/standing.ts';
import { isOfStorage, type Store } from '#src/platform/vault/store.ts';
import type { Vault } from '#src/platform/vault/vault.ts';
import { VERSION } from '#src/platform/device/version.ts';
import type { Etat } from './etat.ts';

/** Interval of downloads while the agent is idle. */
const EVERY_MS = 10 * 60_000;
const [SHORTEST_MS, LONGEST_MS] = [5000, 300_000];

/** Name of the lock that lets one tab send at a time. */
export const SENDING = 'octroi-terrain-envoi';

interface Syncing {
  store: Store;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** Of the device. */
  appareil: number;
  update: (change: Partial<Etat>) => void;
  /** Called when stored data changed. */
  changed: () => Promise<void>;
  /** Called when stored data could not be read. */
  unreadable: (error: unknown) => void;
  /** Called when the office wiped this device. */
  wiped: () => Promise<void>;
}

export class Sync {
  private readonly deps: Syncing;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  /** Earliest time of the next request, as the server asked. */
  private notBefore = 0;
  private failedSince: number | null = null;
  private again = false;
  private stopped = false;

  constructor(deps: Syncing) {
    this.deps = deps;
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
   * One tab at a time: another tab that asks meanwhile is served by the next run of the first.
   * @param pulls downloads even if nothing was sent
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
    this.schedule();
  }

  private schedule(): void {
    if (this.stopped) return;
    const backOff = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
    clearTimeout(this.timer);
    // another tab asked during this run
    const soon = this.again ? SHORTEST_MS : EVERY_MS;
    this.timer = setTimeout(
      () => void this.now(true),
      this.failures > 0 ? Math.max(backOff, this.notBefore - performance.now()) : soon,
    );
  }

  private async turn(pulls: boolean): Promise<void> {
    const { store, vault, update } = this.deps;
    update({ enEnvoi: true });
    try {
      // commands are sent with the phone's signature; downloads need the agent's session
      const session = await readSecret<Session>(store, vault, 'session');
      await this.exchange({ ...this.deps, token: session?.token ?? '' }, pulls);
      this.failures = 0;
      this.failedSince = null;
      update({ horsLigne: null, erreur: null });
    } catch (error) {
      await this.failed(error);
    } finally {
      update({ enEnvoi: false, recues: null });
    }
  }

  private async exchange(link: Link, pulls: boolean): Promise<void> {
    const { log, changed, update } = this.deps;
    const { repondues, statut } = await sendCommands(link, log, VERSION, changed);
    if (statut === 'effacé') return this.deps.wiped();
    // a blocked phone has no session: nothing can be downloaded
    if (interditOf(await readStanding(link.store, link.vault))) return changed();
    if (repondues > 0 || pulls) {
      await pull(link, (recues) => update({ recues }));
      await changed();
    }
    await sendPhotos(link);
    await changed();
  }

  private async failed(error: unknown): Promise<void> {
    const { update, clock } = this.deps;
    if (isFull(error)) return update({ erreur: DOWNLOAD_UNSTORED });
    this.failures += 1;
    if (isOfStorage(error)) return this.deps.unreadable(error);
    if (!(error instanceof CallError)) throw error;
    // random delay: the server asked all phones to wait the same time
    this.notBefore = performance.now() + error.retryAfter * (1 + Math.random());
    this.failedSince ??= clock.now().getTime();
    if (error.isPassing) return update({ horsLigne: this.failedSince });
    if (error.code === UNKNOWN_SIGNATURE) return this.deps.changed();
    update({ horsLigne: null, erreur: error.message });
    if (error.status === 401) update({ aReconnecter: true });
  }
}
