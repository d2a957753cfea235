/**
 * The time of the server as far as the phone knows it: phones are set wrong, by years at times. The phone's clock is believed
 * while it agrees with the last contact; where it does not, the agent is asked for the date, and nothing is done before.
 */
import { type Day, daysBetween, todayIn } from '@octroi/contract/platform/values/period';
import type { ClockRow, Store } from '../vault/store.ts';

/** The server's days are those of its place (docs/regles-de-calcul.md), wherever the phone thinks it is: it tells which. */
let zone = 'Africa/Niamey';
export const timeZone = (): string => zone;

const DAY_MS = 86_400_000;
/** From here on the agent is told. */
const WRONG_MS = 10 * 60_000;
/** Milliseconds without contact for which the phone's clock is believed. */
const SURE_MS = 10 * DAY_MS;
/** Milliseconds that a clock may step back without a question: networks and phones correct clocks by as much. */
const SLACK_MS = 5 * 60_000;

/**
 * Why the date is asked: the clock stands before the last contact or the last act, too long after it, or in another year than it.
 */
export type Doute = 'avant' | 'apres' | 'annee';

/** A true instant, and what the phone's clock said at that moment; both in milliseconds. */
interface Anchor {
  instant: number;
  telephone: number;
}

export const DATE_MESSAGES = {
  demandee: 'L’heure de ce téléphone a changé : dites d’abord quel jour nous sommes.',
  absente: 'Choisissez le jour.',
  avant: 'Ce jour est avant le dernier contact avec le bureau.',
  apres: 'Ce jour est trop loin du dernier contact avec le bureau : connectez le téléphone au réseau.',
} as const;

/** Nothing is done while the date is in doubt. */
export class DateInDoubt extends Error {
  constructor() {
    super(DATE_MESSAGES.demandee);
    this.name = 'DateInDoubt';
  }
}

const yearOf = (day: Day): number => Number(day.slice(0, 4));

export class Clock {
  /** The last answer of the server. */
  private contact: Anchor | null = null;
  /** What the agent has said since. */
  private confirmed: Anchor | null = null;
  /** Instant of the last act since either. */
  private lastAct = 0;

  async load(store: Store): Promise<void> {
    const [kept, act] = [await store.setting('horloge'), await store.setting('dernier-acte')];
    this.contact = kept ? { instant: kept.vueLe + kept.decalage, telephone: kept.vueLe } : null;
    this.confirmed = kept?.confirme ?? null;
    this.lastAct = act && act.ancre === this.anchor?.instant ? act.instant : 0;
    zone = kept?.fuseau ?? zone;
  }

  private get anchor(): Anchor | null {
    return this.confirmed ?? this.contact;
  }

  /** @param heure of the server @param sentAt when it was asked, by the phone's clock @param fuseau where it was told */
  async heard(store: Store, heure: string, sentAt: number, fuseau = zone): Promise<void> {
    const telephone = Date.now();
    // the reply was written somewhere between the question and now
    const decalage = Math.round(Date.parse(heure) - (sentAt + telephone) / 2);
    this.contact = { instant: telephone + decalage, telephone };
    this.confirmed = null;
    this.lastAct = 0;
    zone = fuseau;
    await store.reglages.put({ nom: 'horloge', decalage, fuseau, vueLe: telephone });
  }

  /** The phone's clock, corrected by what is known of it, believed or not. */
  private get shown(): number {
    const { instant, telephone } = this.anchor ?? { instant: 0, telephone: 0 };
    return Date.now() - telephone + instant;
  }

  /** No instant before it is one of now. */
  private get floor(): number {
    return Math.max(this.anchor?.instant ?? 0, this.lastAct);
  }

  /** Null while the phone's clock is believed. */
  get doute(): Doute | null {
    const { anchor, shown } = this;
    if (!anchor) return null;
    if (shown < this.floor - SLACK_MS) return 'avant';
    if (shown > anchor.instant + SURE_MS) return 'apres';
    return yearOf(dayOf(shown)) === yearOf(dayOf(anchor.instant)) ? null : 'annee';
  }

  /** While the date is in doubt time stands still. */
  now(): Date {
    return new Date(this.doute ? this.floor : Math.max(this.shown, this.floor));
  }
  today(): Day {
    return dayOf(this.now().getTime());
  }

  /** Milliseconds of the server's clock before the phone's, as `now` counts them; null: the server was never heard of. */
  get decalage(): number | null {
    const { anchor, floor } = this;
    if (!anchor) return null;
    const own = anchor.instant - anchor.telephone;
    return own + Math.max(0, floor - (Date.now() + own));
  }
  get isWrong(): boolean {
    return Math.abs(this.decalage ?? 0) > WRONG_MS;
  }

  /** When the server was last heard of, by its own clock; null: never. */
  get dernierContact(): number | null {
    return this.contact?.instant ?? null;
  }

  /** The days that the agent may say: from the last contact to the end of the next year. */
  get jours(): { min: Day; max: Day } {
    const min = dayOf(this.contact?.instant ?? 0);
    return { min, max: `${yearOf(min) + 1}-12-31` };
  }

  /** The agent says which day it is: the time of day is the phone's. @throws {Error} in the person's words */
  async confirm(store: Store, jour: Day): Promise<void> {
    const kept = await store.setting('horloge');
    if (!kept || !this.contact) return;
    const { min, max } = this.jours;
    if (!jour) throw new Error(DATE_MESSAGES.absente);
    if (jour < min) throw new Error(DATE_MESSAGES.avant);
    if (jour > max) throw new Error(DATE_MESSAGES.apres);
    const same = this.shown + daysBetween(dayOf(this.shown), jour) * DAY_MS;
    this.confirmed = { instant: Math.max(same, this.contact.instant), telephone: Date.now() };
    this.lastAct = 0;
    await store.reglages.put({ ...kept, confirme: this.confirmed } satisfies ClockRow);
  }

  /** What an act that is done now is kept with. @throws {DateInDoubt} */
  stamp(): { faitLe: string; decalage: number | null; acte: { instant: number; ancre: number } | null } {
    if (this.doute) throw new DateInDoubt();
    const { anchor, decalage } = this;
    const faitLe = new Date();
    const acte = anchor && { instant: faitLe.getTime() + (decalage ?? 0), ancre: anchor.instant };
    return { faitLe: faitLe.toISOString(), decalage, acte };
  }

  /** An act was kept: time does not go back before it. */
  done(instant: number): void {
    this.lastAct = Math.max(this.lastAct, instant);
  }
}

const dayOf = (instant: number): Day => todayIn(zone, new Date(instant));
