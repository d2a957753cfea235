/** The application: what is open, what it knows, and what can be done. Screens read `etat` and are told of each change. */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { Day } from '@octroi/contract/platform/values/period';
import { normaliserCode } from '@octroi/contract/terrain/rules';
import { call, CallError, json } from '#src/platform/exchange/call.ts';
import { Clock, DateInDoubt } from '#src/platform/device/clock.ts';
import { keepServerKey } from '#src/platform/log/copies.ts';
import { handOver, readRemettable } from '#src/platform/log/handover.ts';
import { type Act, type Entry, isFull, Log, Lost, NoRoom, type Picture } from '#src/platform/log/log.ts';
import { type Known, readKnown } from '#src/platform/exchange/pull.ts';
import {
  closeTab,
  forgetTab,
  isRefused,
  issueToken,
  keepSecret,
  lendToTab,
  readSecret,
  type Session,
  SESSION_MS,
  takeUpInTab,
} from '#src/platform/exchange/session.ts';
import { signingKey } from '#src/platform/vault/signing.ts';
import { type Interdit, interditOf, keepStanding, readStanding } from '#src/platform/exchange/standing.ts';
import { Store } from '#src/platform/vault/store.ts';
import { dropTrace, keepRanks, keepTrace, readRanks, readTrace } from '#src/platform/vault/trace.ts';
import { Vault, WrongPassword } from '#src/platform/vault/vault.ts';
import { VERSION } from '#src/platform/device/version.ts';
import { emisOf } from './emission.ts';
import { type Etat, OPENING, stateOf } from './etat.ts';
import { SENDING, Sync } from './sync.ts';

export const MESSAGES = {
  autreAgent: (pseudo: string) =>
    `Ce téléphone est celui de « ${pseudo} ». Pour en changer, ${pseudo} envoie tout, puis choisit « Changer d’agent ».`,
  enAttente: 'Des actes attendent encore d’être envoyés : ils seraient perdus. Envoyez-les d’abord.',
  change: 'Votre mot de passe a changé. Donnez aussi l’ancien, pour ouvrir ce que ce téléphone garde.',
  reseau: 'La première connexion demande le réseau : rien n’est encore sur ce téléphone.',
} as const;

/** Why nothing more is done with this phone, and where to go with it. */
export const INTERDIT_MESSAGES: Readonly<Record<Interdit, { titre: string; texte: string }>> = {
  bloqué: {
    titre: 'Cet appareil est bloqué',
    texte: 'Apportez-le au bureau. Ce qu’il garde n’est pas perdu et peut être remis.',
  },
  agent: {
    titre: 'Votre compte est désactivé',
    texte: 'Apportez ce téléphone et l’argent au bureau. Ce qu’il garde n’est pas perdu et peut être remis.',
  },
  attendu: {
    titre: 'Ce téléphone n’est plus inscrit',
    texte: 'Le bureau attend un autre téléphone ou un nouveau code. Apportez-lui celui-ci avec l’argent.',
  },
  effacé: {
    titre: 'Cet appareil est déclaré perdu',
    texte: 'Il sera vidé dès qu’il aura tout envoyé. Apportez-le au bureau.',
  },
};

/** What tabs tell each other: that something was kept, that the agent has closed the vault, that this phone was emptied. */
type TabMessage = 'journal' | 'verrouille' | Emptied;
/** Where an emptied phone is left: by the office, or for another agent. */
type Emptied = 'efface' | 'connexion';

const serieOf = ({ appareil: { entite, code } }: InscriptionAppareil): string => `${entite.code}-${code}`;

export class Terrain {
  readonly store: Store;
  readonly clock = new Clock();
  etat: Etat = OPENING;
  private vault: Vault | undefined;
  private log: Log | undefined;
  private appareil: InscriptionAppareil | undefined;
  private sync: Sync | undefined;
  private pulled: { pages: string; known: Known } | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly channel = new BroadcastChannel('octroi-terrain');

  constructor(store = new Store()) {
    this.store = store;
    this.channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => void this.hear(data));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  tell(change: Partial<Etat>): void {
    this.etat = { ...this.etat, ...change };
    for (const listener of this.listeners) listener();
  }

  async start(): Promise<void> {
    document.addEventListener('visibilitychange', this.seenAgain);
    await this.clock.load(this.store);
    const coffre = await this.store.setting('coffre');
    const vault = coffre && (await takeUpInTab(this.store));
    if (vault) await this.open(vault);
    else if (!coffre && readTrace()) this.lost();
    else await this.close();
  }

  /** The phone's clock may have been changed while the application was out of sight. */
  private readonly seenAgain = (): void => {
    if (document.visibilityState === 'visible' && this.log) void this.refresh();
  };

  /** What was kept here is gone, and nothing more is taken until the office gives a new code. */
  private lost(): void {
    this.sync?.stop();
    this.forget();
    this.etat = OPENING;
    this.tell({ phase: 'perdu', trace: readTrace() });
  }

  /** The agent was told of the loss. */
  beginAnew(): void {
    dropTrace();
    this.tell({ phase: 'connexion', trace: null });
  }

  /**
   * @param ancien the password before it was changed at the office
   * @param code of the second factor
   * @throws {Error} in the person's words
   */
  async signIn(pseudo: string, password: string, { ancien, code }: { ancien?: string; code?: string } = {}) {
    const coffre = await this.store.setting('coffre');
    if (!coffre) return this.signInFirst(pseudo, password, code);
    if (coffre.pseudo !== pseudo.trim()) throw new Error(MESSAGES.autreAgent(coffre.pseudo));
    const vault = await Vault.open(coffre, ancien ?? password).catch(async (error: unknown) => {
      if (!(error instanceof WrongPassword) || ancien) throw error;
      // only the server knows whether it is a new one
      await issueToken(pseudo, password, code).catch(() => Promise.reject(error));
      throw new Error(MESSAGES.change);
    });
    if (ancien) {
      await issueToken(pseudo, password, code);
      await this.store.reglages.put({
        nom: 'coffre',
        pseudo: coffre.pseudo,
        ...(await vault.lock(password)),
      });
    }
    await lendToTab(this.store, vault);
    await this.open(vault);
    void this.renewToken(pseudo, password, code);
  }

  private async signInFirst(pseudo: string, password: string, code: string | undefined): Promise<void> {
    const session = await issueToken(pseudo, password, code).catch((error: unknown) => {
      throw error instanceof CallError && error.status === 0 ? new Error(MESSAGES.reseau) : error;
    });
    const vault = await Vault.make();
    await this.store.reglages.put({ nom: 'coffre', pseudo: pseudo.trim(), ...(await vault.lock(password)) });
    await keepSecret(this.store, vault, 'session', session);
    await lendToTab(this.store, vault);
    await this.open(vault);
  }

  /** Asks for a new token in the background: the agent works meanwhile, with or without a network. */
  private async renewToken(pseudo: string, password: string, code: string | undefined): Promise<void> {
    if (!this.vault) return;
    const kept = await readSecret<Session>(this.store, this.vault, 'session');
    const left = kept ? kept.jusqua - Date.now() : 0;
    // more than it ever lasts: the phone's clock was set back
    if (left > SESSION_MS / 2 && left <= SESSION_MS) return;
    try {
      await keepSecret(this.store, this.vault, 'session', await issueToken(pseudo, password, code));
    } catch (error) {
      if (isRefused(error)) this.tell({ aReconnecter: true });
      return;
    }
    this.tell({ aReconnecter: false });
    await this.sync?.now();
  }

  /** Asks for the password once more, because the server no longer knows the token. @throws {Error} */
  async reconnect(password: string, code?: string): Promise<void> {
    const coffre = await this.store.setting('coffre');
    if (!coffre || !this.vault) return;
    const session = await issueToken(coffre.pseudo, password, code);
    await keepSecret(this.store, this.vault, 'session', session);
    this.tell({ aReconnecter: false });
    await this.sync?.now();
  }

  private async open(vault: Vault): Promise<void> {
    this.vault = vault;
    this.log = new Log(this.store, vault, this.clock);
    const appareil = await readSecret<InscriptionAppareil>(this.store, vault, 'appareil');
    if (this.vault !== vault) return;
    this.appareil = appareil;
    if (!this.appareil) return this.tell({ phase: 'inscription', pseudo: await this.pseudo() });
    await this.refresh();
    await this.copy();
    // closed meanwhile, here or in another tab
    if (this.vault !== vault) return;
    this.sync = new Sync({
      store: this.store,
      vault,
      clock: this.clock,
      log: this.log,
      appareil: this.appareil.appareil.id,
      tell: (change) => this.tell(change),
      changed: async () => {
        await this.changed();
        await this.copy();
      },
      wiped: () => this.wipe('efface'),
    });
    this.sync.start();
    await this.prune();
  }

  private pseudo = async (): Promise<string | null> => (await this.store.setting('coffre'))?.pseudo ?? null;

  /** Makes this phone a device of the collectivité. @throws {Error} */
  async enrol(code: string): Promise<void> {
    if (!this.vault) return;
    const session = await readSecret<Session>(this.store, this.vault, 'session');
    const body = {
      code: normaliserCode(code),
      clePublique: await signingKey(this.store),
      plateforme: navigator.userAgent.slice(0, 200),
      version: VERSION,
    };
    const options = { ...json(body), token: session?.token };
    const told = await call<InscriptionAppareil>('/v2/terrain/appareils/inscription', options);
    const rangs = readRanks(serieOf(told));
    // receipts that were given and never came are the paper of somebody all the same
    for (const { annee, dernier } of told.series) rangs[annee] = Math.max(dernier, rangs[annee] ?? 0);
    const scelle = await this.vault.seal(told, 'appareil');
    await this.clock.heard(this.store, told.heure, Date.now());
    await this.store.transaction('rw', this.store.reglages, this.store.secrets, async () => {
      await this.store.reglages.put({ nom: 'compteurs', sequence: told.dernierSequence, rangs });
      await this.store.secrets.put({ nom: 'appareil', scelle });
    });
    const { dernierSequence } = told;
    await keepStanding(this.store, this.vault, { statut: 'actif', agentActif: true, dernierSequence });
    // what is kept here is all that there is until it is sent: the browser is asked not to drop it
    await navigator.storage?.persist?.();
    await this.open(this.vault);
  }

  /** Reads anew what the phone keeps. */
  async refresh(): Promise<void> {
    const { vault, log, appareil } = this;
    if (!vault || !log || !appareil) return;
    if (!(await this.store.setting('coffre'))) return this.lost();
    // another tab may have heard of the server, or been told the date
    await this.clock.load(this.store);
    const [known, entries, photos, standing] = await Promise.all([
      this.readKnown(vault),
      log.entries(),
      this.store.photos.where('envoyee').equals(0).count(),
      readStanding(this.store, vault),
    ]);
    const finieLe = (await this.store.setting('reception'))?.finieLe ?? null;
    const rangs = (await this.store.setting('compteurs'))?.rangs ?? {};
    const remettable = interditOf(standing) && (await readRemettable(this.store));
    // closed meanwhile, here or in another tab: nothing of it is shown
    if (this.vault !== vault) return;
    const state = stateOf({ appareil, known, entries, photos, finieLe, standing }, this.clock);
    const { faites } = this.etat.remise;
    const remise = remettable ? { ...remettable, faites } : this.etat.remise;
    this.tell({ ...state, remise });
    const { nom, code } = appareil.appareil;
    keepRanks(serieOf(appareil), rangs);
    keepTrace({ appareil: `${nom}, ${code}`, attente: this.etat.enAttente });
  }

  /** What was pulled, read anew only where other pages are there: thousands of taxpayers are opened once, not at each act. */
  private async readKnown(vault: Vault): Promise<Known> {
    const pages = (await this.store.pages.toCollection().primaryKeys()).join();
    if (this.pulled?.pages === pages) return this.pulled.known;
    const known = await readKnown(this.store, vault);
    if (this.vault === vault) this.pulled = { pages, known };
    return known;
  }

  private async changed(): Promise<void> {
    await this.refresh();
    this.tellTabs('journal');
  }

  private tellTabs(message: TabMessage): void {
    this.channel.postMessage(message);
  }

  /** What another tab did: what it closed or emptied is not shown here any longer. */
  private async hear(message: TabMessage): Promise<void> {
    if (message === 'journal') return this.refresh();
    if (!this.vault) return;
    this.leave();
    if (message === 'verrouille') await this.close();
    else this.tell({ phase: message, pseudo: null });
  }

  /** Shows and knows nothing of the agent's any more. */
  private leave(): void {
    this.sync?.stop();
    forgetTab();
    this.forget();
    this.etat = OPENING;
    this.tell({});
  }

  /**
   * Keeps what was done and shows it at once; it is sent when there is a network.
   * @throws {NoRoom}
   * @throws {DateInDoubt}
   * @throws {Error} where this phone may take nothing more
   */
  async act(act: Act, with_: { photo?: Picture; draft?: string } = {}): Promise<Entry> {
    const { log, appareil, vault } = this;
    if (!log || !appareil || !vault) throw new Error('the vault is closed');
    // as it is kept: another tab may have heard of it
    const interdit = interditOf(await readStanding(this.store, vault));
    if (interdit) {
      await this.refresh();
      throw new Error(INTERDIT_MESSAGES[interdit].titre);
    }
    const { entite, numero } = appareil.appareil;
    const emis = emisOf(act, this.etat);
    const entry = await log
      .append(act, { code: entite.code, numero }, { ...with_, ...(emis && { emis }) })
      .catch(async (error: unknown) => {
        if (error instanceof Lost) this.lost();
        if (error instanceof DateInDoubt) await this.refresh();
        throw error;
      });
    await this.changed();
    void this.sync?.now();
    return entry;
  }

  /** The agent says which day it is, the phone's clock being in doubt. @throws {Error} in the person's words */
  async confirmDate(jour: Day): Promise<void> {
    await this.clock.confirm(this.store, jour);
    await this.changed();
  }

  synchronise = (): Promise<void> => this.sync?.now(true) ?? Promise.resolve();

  /** A draft of what is being typed, kept sealed: it is there again after whatever happens to the phone. */
  async draft<Value>(nom: string): Promise<Value | undefined> {
    return this.vault && readSecret<Value>(this.store, this.vault, nom);
  }
  /** @throws {NoRoom} */
  async keepDraft(nom: string, value: unknown): Promise<void> {
    if (!this.vault) return;
    try {
      await keepSecret(this.store, this.vault, nom, value);
    } catch (error) {
      throw isFull(error) ? new NoRoom() : error;
    }
  }
  async dropDraft(nom: string): Promise<void> {
    await this.store.secrets.delete(nom);
  }

  async photo(empreinte: string): Promise<Blob | undefined> {
    const row = await this.store.photos.get(empreinte);
    if (!row || !this.vault) return undefined;
    return new Blob([await this.vault.unsealBytes(row.scelle, `photo/${empreinte}`)], { type: 'image/jpeg' });
  }

  private async prune(): Promise<void> {
    const { log, vault } = this;
    const contact = this.clock.dernierContact;
    if (!log || !vault || contact === null) return;
    await log.prune(contact, (await readStanding(this.store, vault)).dernierSequence);
  }

  /** Closes the vault. What waits is sent when it is open again. */
  async signOut(): Promise<void> {
    this.leave();
    this.tellTabs('verrouille');
    await closeTab(this.store);
    await this.close();
  }

  /** Where somebody signs in: what waits can be handed over there. */
  private async close(): Promise<void> {
    const remise = { ...(await readRemettable(this.store)), faites: 0 };
    this.tell({ phase: 'connexion', pseudo: await this.pseudo(), remise });
  }

  /** Hands over what waits, whoever holds the phone. @throws {Error} in the person's words */
  async handOver(): Promise<void> {
    const { store, clock, vault } = this;
    let { faites } = this.etat.remise;
    const onBatch = (received: number): void => void (faites += received);
    try {
      const send = () => handOver({ store, clock, vault }, VERSION, onBatch);
      if ((await navigator.locks.request(SENDING, send)) === 'effacé') return await this.wipe('efface');
    } finally {
      if (this.etat.phase !== 'efface') this.tell({ remise: { ...(await readRemettable(store)), faites } });
      await this.refresh();
    }
    const trace = readTrace();
    const { copies, autres } = this.etat.remise;
    if (trace) keepTrace({ ...trace, attente: copies + autres });
  }

  /** Seals what waits to the server's key as it was last told; a phone without room opens all the same. */
  private async copy(): Promise<void> {
    const told = this.etat.referentiel?.remise;
    if (!told || !this.log || !this.appareil) return;
    try {
      await keepServerKey(this.store, this.appareil.appareil.id, told);
      await this.log.copyWaiting();
    } catch (error) {
      if (!isFull(error)) throw error;
      this.tell({ erreur: new NoRoom().message });
    }
  }

  /** Gives the phone to another agent. @throws {Error} while anything waits */
  async changeAgent(): Promise<void> {
    if ((await this.store.journal.where('etat').equals('attente').count()) > 0)
      throw new Error(MESSAGES.enAttente);
    await this.wipe('connexion');
  }

  private forget(): void {
    [this.vault, this.log, this.appareil] = [undefined, undefined, undefined];
    [this.sync, this.pulled] = [undefined, undefined];
  }

  private async wipe(phase: Emptied): Promise<void> {
    this.leave();
    this.tellTabs(phase);
    await closeTab(this.store);
    dropTrace();
    await this.store.delete();
    await this.store.open();
    this.tell({ phase, pseudo: null });
  }
}
