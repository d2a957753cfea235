/**
 * The server's time as far as the phone knows it: phone clocks may be years off. The phone's clock is trusted while it
 * is consistent with the last contact; otherwise the agent must confirm the date before anything else.
 */
import { type Day, daysBetween, todayIn } from '@octroi/contract/platform/values/period';
import type { ClockRow, Store } from '../vault/store.ts';

/** Time zone of the server's days (docs/regles-de-calcul.md), sent by the server; the phone's own zone is not used. */
let zone = 'Africa/Niamey';
export const timeZone = (): string => zone;

const DAY_MS = 86_400_000;
/** Difference from which the agent is warned. */
const WRONG_MS = 10 * 60_000;
/** Milliseconds without contact during which the phone's clock is trusted. */
const SURE_MS = 10 * DAY_MS;
/** Milliseconds that the clock may step back without a question: networks and phones correct clocks by that much. */
const SLACK_MS = 5 * 60_000;

/** Why the date is asked: the clock is before the last contact or act, too long after it, or in another year. */
export type Doute = 'avant' | 'apres' | 'annee';

/** A true instant with the phone's clock at that moment; both in milliseconds. */
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

/** No act is stored while the date is in doubt. */
export class DateInDoubt extends Error {
  constructor() {
    super(DATE_MESSAGES.demandee);
    this.name = 'DateInDoubt';
  }
}

const yearOf = (day: Day): number => Number(day.slice(0, 4));

export class Clock {
  /** The last contact. */
  private contact: Anchor | null = null;
  /** The agent's confirmation since then. */
  private confirmed: Anchor | null = null;
  /** Instant of the last act since either. */
  private lastAct = 0;

  async load(store: Store): Promise<void> {
    const [stored, act] = [await store.setting('horloge'), await store.setting('dernier-acte')];
    this.contact = stored ? { instant: stored.vueLe + stored.decalage, telephone: stored.vueLe } : null;
    this.confirmed = stored?.confirme ?? null;
    this.lastAct = act && act.ancre === this.anchor?.instant ? act.instant : 0;
    zone = stored?.fuseau ?? zone;
  }

  private get anchor(): Anchor | null {
    return this.confirmed ?? this.contact;
  }

  /**
   * @param heure the server's time
   * @param sentAt phone time of the request
   * @param fuseau the server's time zone
   */
  async recordContact(store: Store, heure: string, sentAt: number, fuseau = zone): Promise<void> {
    const telephone = Date.now();
    // the server wrote its time between the request and now
    const decalage = Math.round(Date.parse(heure) - (sentAt + telephone) / 2);
    this.contact = { instant: telephone + decalage, telephone };
    this.confirmed = null;
    this.lastAct = 0;
    zone = fuseau;
    await store.reglages.put({ nom: 'horloge', decalage, fuseau, vueLe: telephone });
  }

  /** The corrected phone time, trusted or not. */
  private get shown(): number {
    const { instant, telephone } = this.anchor ?? { instant: 0, telephone: 0 };
    return Date.now() - telephone + instant;
  }

  /** The current time cannot be before this instant. */
  private get floor(): number {
    return Math.max(this.anchor?.instant ?? 0, this.lastAct);
  }

  /** Null while the phone's clock is trusted. */
  get doute(): Doute | null {
    const { anchor, shown: estimated } = this;
    if (!anchor) return null;
    if (estimated < this.floor - SLACK_MS) return 'avant';
    if (estimated > anchor.instant + SURE_MS) return 'apres';
    return yearOf(dayOf(estimated)) === yearOf(dayOf(anchor.instant)) ? null : 'annee';
  }

  /** While the date is in doubt, time does not advance. */
  now(): Date {
    return new Date(this.doute ? this.floor : Math.max(this.shown, this.floor));
  }
  today(): Day {
    return dayOf(this.now().getTime());
  }

  /** Server clock minus phone clock in milliseconds, as used by `now`; null: no contact ever. */
  get decalage(): number | null {
    const { anchor, floor } = this;
    if (!anchor) return null;
    const offset = anchor.instant - anchor.telephone;
    return offset + Math.max(0, floor - (Date.now() + offset));
  }
  get isWrong(): boolean {
    return Math.abs(this.decalage ?? 0) > WRONG_MS;
  }

  /** Server time of the last contact; null: never. */
  get dernierContact(): number | null {
    return this.contact?.instant ?? null;
  }

  /** The days that the agent may confirm: from the last contact to the end of the next year. */
  get jours(): { min: Day; max: Day } {
    const min = dayOf(this.contact?.instant ?? 0);
    return { min, max: `${yearOf(min) + 1}-12-31` };
  }

  /** The agent confirms the day; the time of day is the phone's. @throws {Error} with a message for the person */
  async confirm(store: Store, jour: Day): Promise<void> {
    const stored = await store.setting('horloge');
    if (!stored || !this.contact) return;
    const { min, max } = this.jours;
    if (!jour) throw new Error(DATE_MESSAGES.absente);
    if (jour < min) throw new Error(DATE_MESSAGES.avant);
    if (jour > max) throw new Error(DATE_MESSAGES.apres);
    const confirmedTime = this.shown + daysBetween(dayOf(this.shown), jour) * DAY_MS;
    this.confirmed = { instant: Math.max(confirmedTime, this.contact.instant), telephone: Date.now() };
    this.lastAct = 0;
    await store.reglages.put({ ...stored, confirme: this.confirmed } satisfies ClockRow);
  }

  /** The timestamps of an act done now. @throws {DateInDoubt} */
  stamp(): { faitLe: string; decalage: number | null; acte: { instant: number; ancre: number } | null } {
    if (this.doute) throw new DateInDoubt();
    const { anchor, decalage } = this;
    const faitLe = new Date();
    const acte = anchor && { instant: faitLe.getTime() + (decalage ?? 0), ancre: anchor.instant };
    return { faitLe: faitLe.toISOString(), decalage, acte };
  }

  /** After a stored act, time does not go back before it. */
  recordAct(instant: number): void {
    this.lastAct = Math.max(this.lastAct, instant);
  }
}

const dayOf = (instant: number): Day => todayIn(zone, new Date(instant));
