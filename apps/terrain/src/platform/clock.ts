/** The time of the server as far as the phone knows it: phones are set wrong, by a year at times. */
import { type Day, todayIn } from '@octroi/contract/period';
import type { Store } from './store.ts';

/** Where the product collects; the server's days are those of this place (docs/regles-de-calcul.md). */
export const TIME_ZONE = 'Africa/Niamey';
/** From here on the agent is told. */
export const WRONG_MS = 10 * 60_000;

export class Clock {
  /** Milliseconds of the server's clock before the phone's; null: never heard of. */
  decalage: number | null = null;

  async load(store: Store): Promise<void> {
    this.decalage = (await store.setting('horloge'))?.decalage ?? null;
  }

  /** @param heure of the server @param sentAt when it was asked, by the phone's clock */
  async heard(store: Store, heure: string, sentAt: number): Promise<void> {
    const now = Date.now();
    // the reply was written somewhere between the question and now
    this.decalage = Math.round(Date.parse(heure) - (sentAt + now) / 2);
    await store.reglages.put({ nom: 'horloge', decalage: this.decalage, vueLe: now });
  }

  now(): Date {
    return new Date(Date.now() + (this.decalage ?? 0));
  }
  today(): Day {
    return todayIn(TIME_ZONE, this.now());
  }
  get isWrong(): boolean {
    return Math.abs(this.decalage ?? 0) > WRONG_MS;
  }
}
