/** The time of the server as far as the phone knows it: phones are set wrong, by a year at times. */
import { type Day, todayIn } from '@octroi/contract/period';
import type { Store } from './store.ts';

/** The server's days are those of its place (docs/regles-de-calcul.md), wherever the phone thinks it is: it tells which. */
let zone = 'Africa/Niamey';
export const timeZone = (): string => zone;

/** From here on the agent is told. */
export const WRONG_MS = 10 * 60_000;

export class Clock {
  /** Milliseconds of the server's clock before the phone's; null: never heard of. */
  decalage: number | null = null;

  async load(store: Store): Promise<void> {
    const kept = await store.setting('horloge');
    this.decalage = kept?.decalage ?? null;
    zone = kept?.fuseau ?? zone;
  }

  /** @param heure of the server @param sentAt when it was asked, by the phone's clock @param fuseau where it was told */
  async heard(store: Store, heure: string, sentAt: number, fuseau = zone): Promise<void> {
    const now = Date.now();
    // the reply was written somewhere between the question and now
    this.decalage = Math.round(Date.parse(heure) - (sentAt + now) / 2);
    zone = fuseau;
    await store.reglages.put({ nom: 'horloge', decalage: this.decalage, fuseau, vueLe: now });
  }

  now(): Date {
    return new Date(Date.now() + (this.decalage ?? 0));
  }
  today(): Day {
    return todayIn(zone, this.now());
  }
  get isWrong(): boolean {
    return Math.abs(this.decalage ?? 0) > WRONG_MS;
  }
}
