/** The application: its state and its acts. Screens read `etat` and are notified of changes. */
import type { InscriptionAppareil } from '@octroi/contract/terrain/appareils';
import type { Day } from '@octroi/contract/platform/values/period';
import { Clock, DateInDoubt } from '#src/platform/device/clock.ts';
import { keepServerKey } from '#src/platform/log/copies.ts';
import { handOver, readRemettable } from '#src/platform/log/handover.ts';
import {
  type Act,
  DOWNLOAD_UNSTORED,
  type Entry,
  isFull,
  Log,
  Lost,
  NoRoom,
  type Picture,
} from '#src/platform/log/log.ts';
import { type PulledData, readPulled } from '#src/platform/exchange/pull.ts';
import {
  closeTab,
  type Credentials,
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
import { type Interdit, interditOf, readStanding } from '#src/platform/exchange/standing.ts';
import {
  dropPin,
  hasPin,
  keepPin,
  pinFault,
  recordLeft,
  tryPin,
  wasJustLeft,
} from '#src/platform/vault/pin.ts';
import { isOfStorage, Store } from '#src/platform/vault/store.ts';
import { dropTrace, keepTrace, readTrace } from '#src/platform/vault/trace.ts';
import { Vault } from '#src/platform/vault/vault.ts';
import { VERSION } from '#src/platform/device/version.ts';
import { unlock } from './acces/deverrouillage.ts';
import { emisOf, namedAct } from './emission.ts';
import { type Etat, OPENING, stateOf } from './etat.ts';
import { enrolPhone, isUnowned } from './acces/inscription.ts';
import { settleWithOffice, whileEmpty } from './acces/liberation.ts';
import { reenrolPhone } from './acces/reinscription.ts';
import { SENDING, Sync } from './sync.ts';

export const MESSAGES = {
  enAttente: 'Des actes attendent encore d’être envoyés : ils seraient perdus. Envoyez-les d’abord.',
  illisible:
    'Ce téléphone n’arrive pas à lire ce qu’il garde. Rien n’est effacé : rouvrez l’application. Si cela se répète, prévenez le bureau.',
  nonMontre:
    'C’est enregistré, ne le refaites pas. Mais ce téléphone n’arrive plus à relire ce qu’il garde : rouvrez l’application.',
} as const;

/** Why the phone is blocked, and what the agent should do. */
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
    texte:
      'Le bureau a donné un nouveau code à cet appareil. Tapez-le ici : ce que ce téléphone garde partira ensuite. Sans code, apportez au bureau le téléphone et l’argent.',
  },
  effacé: {
    titre: 'Cet appareil est déclaré perdu',
    texte: 'Il sera vidé dès qu’il aura tout envoyé. Apportez-le au bureau.',
  },
};

/** Messages between tabs: data was stored, the vault was locked, the phone was emptied. */
type TabMessage = 'journal' | 'verrouille' | Emptied;
/** Screen after emptying: by the office, or for another agent. */
type Emptied = 'efface' | 'inscription';

export class Terrain {
  readonly store: Store;
  readonly clock = new Clock();
  etat: Etat = OPENING;
  private vault: Vault | undefined;
  private log: Log | undefined;
  private appareil: InscriptionAppareil | undefined;
  private sync: Sync | undefined;
  private pulled: { pages: string; pulledData: PulledData } | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly channel: BroadcastChannel;
  /** Invented data: this application is for practice, and sends nothing. */
  private readonly invented: PulledData | undefined;

  constructor(store = new Store(), invented?: PulledData) {
    this.store = store;
    this.invented = invented;
    this.channel = new BroadcastChannel(store.name);
    this.channel.addEventListener(
      'message',
      ({ data }: MessageEvent<TabMessage>) => void this.onTabMessage(data).catch(this.tellUnreadable),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  update(change: Partial<Etat>): void {
    this.etat = { ...this.etat, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Opens what is stored; a phone that cannot read it says so. */
  async start(): Promise<void> {
    try {
      await this.begin();
    } catch (error) {
      if (this.etat.phase === 'ouverture') this.update({ phase: 'illisible' });
      else this.tellUnreadable(error);
    }
  }

  private async begin(): Promise<void> {
    document.addEventListener('visibilitychange', this.onVisible);
    await this.clock.load(this.store);
    const coffre = await this.store.setting('coffre');
    if (!coffre && readTrace()) return this.handleLoss();
    if (await isUnowned(this.store)) return this.update({ phase: 'inscription' });
    const vault = await takeUpInTab(this.store);
    if (!vault) await this.close();
    else if ((await hasPin(this.store)) && !wasJustLeft(Date.now())) await this.askPin();
    else await this.open(vault);
  }

  /** Opens a practice, without a server and without a password. */
  async practise(inscription: InscriptionAppareil): Promise<void> {
    const vault = await Vault.make();
    const { store, clock } = this;
    const cle = await vault.seal('', 'coffre');
    await store.reglages.bulkPut([
      { nom: 'coffre', pseudo: 'exercice', sel: new Uint8Array(16), tours: 1, cle },
      { nom: 'compteurs', sequence: 0, rangs: {} },
      { nom: 'reception', curseur: '', remplace: null, finieLe: Date.now() },
    ]);
    await keepSecret(store, vault, 'appareil', inscription);
    await clock.recordContact(store, new Date().toISOString(), Date.now());
    this.update({ exercice: true });
    await this.open(vault);
  }

  /** The phone's clock may have changed while the app was hidden, and another person may hold it. */
  private readonly onVisible = (): void => {
    if (!this.log) return;
    if (document.visibilityState === 'visible') this.returned().catch(this.tellUnreadable);
    else recordLeft(Date.now());
  };

  private async returned(): Promise<void> {
    if ((await hasPin(this.store)) && !wasJustLeft(Date.now())) await this.pause();
    else await this.refresh();
  }

  /** Clears the screen until the code of six digits, or the password, is given. */
  private async pause(): Promise<void> {
    this.sync?.stop();
    this.forget();
    recordLeft();
    await this.askPin();
  }

  private async askPin(): Promise<void> {
    this.etat = OPENING;
    this.update({ phase: 'code', pseudo: await this.pseudo() });
  }

  /**
   * Opens a paused app by its code of six digits, while the tab's secret lives; after five wrong ones, or later, the
   * password is asked.
   * @throws {Error} with a message for the person
   */
  async enterPin(pin: string): Promise<void> {
    const vault = await takeUpInTab(this.store);
    const left = vault ? await tryPin(this.store, vault, pin) : 0;
    if (vault && left === null) return this.open(vault);
    if (left === 0) return this.lock();
    throw new Error(`Ce n’est pas le bon code. Essais qui restent : ${left}.`);
  }

  /** Chooses, changes or removes the code of six digits. @throws {Error} with a message for the person */
  async choosePin(pin: string | null): Promise<void> {
    if (!this.vault) return;
    const fault = pin === null ? undefined : pinFault(pin);
    if (fault) throw new Error(fault);
    await (pin === null ? dropPin(this.store) : keepPin(this.store, this.vault, pin));
    this.update({ aUnCode: pin !== null });
  }

  /** The stored data is gone; the phone accepts nothing until it is enrolled again. */
  private handleLoss(): void {
    this.sync?.stop();
    this.forget();
    this.etat = { ...OPENING, code: this.etat.code };
    this.update({ phase: 'perdu', trace: readTrace() });
  }

  /** The agent has acknowledged the loss. */
  beginAnew(): void {
    dropTrace();
    this.update({ phase: 'inscription', trace: null });
  }

  /**
   * Opens the vault of an enrolled phone.
   * @param ancien the previous password, if the office changed it
   * @throws {Locked} if the server accepts what was typed, and the vault does not
   * @throws {Error} with a message for the person
   */
  async signIn(credentials: Credentials, ancien?: string): Promise<void> {
    const vault = await unlock(this.store, credentials, ancien);
    if (!vault) return this.update({ phase: 'inscription' });
    await lendToTab(this.store, vault);
    await this.open(vault);
    void this.renewToken(credentials);
  }

  /** Enrols this phone as a device of the collectivité, for the agent who signs in. @throws {CodeRefused} @throws {Error} */
  async enrol(code: string, credentials: Credentials): Promise<void> {
    const vault = await enrolPhone({ store: this.store, clock: this.clock }, code, credentials);
    this.tellTabs('verrouille');
    this.update({ code: null });
    await this.open(vault);
    this.update({ remplace: this.appareil?.remplace ?? null });
  }

  /**
   * Enrols this phone again as the same device, after the office gave a new code: its log is kept and sent.
   * @throws {CodeRefused}
   * @throws {Error} with a message for the person
   */
  async enrolAgain(code: string, credentials: Credentials): Promise<void> {
    const { store, clock, vault } = this;
    const appareil = this.appareil?.appareil.id ?? (await store.setting('remise'))?.appareil;
    if (appareil === undefined) return;
    await reenrolPhone({ store, clock, vault, appareil }, code, credentials);
    if (!vault || this.vault !== vault) return;
    this.appareil = await readSecret<InscriptionAppareil>(store, vault, 'appareil');
    this.update({ aReconnecter: false, erreur: null });
    await this.changed();
    await this.sync?.now(true);
  }

  /**
   * Releases a locked phone without its vault's password: hands over what waits, then deletes everything.
   * @param credentials of any agent, as proof that it is not whoever found the phone
   * @param code the office's, if the server does not know the phone's key any more
   * @throws {CodeNeeded}
   * @throws {PhotosWait} unless they are given up
   * @throws {Error} with a message for the person
   */
  async release(credentials: Credentials, sansPhotos: boolean, code?: string): Promise<void> {
    await issueToken(credentials);
    if (code) await this.enrolAgain(code, credentials);
    let { faites } = this.etat.remise;
    try {
      await settleWithOffice(this, (received) => void (faites += received));
    } finally {
      this.update({ remise: { ...(await readRemettable(this.store)), faites } });
    }
    await whileEmpty(this.store, sansPhotos, () => this.wipe('inscription'));
  }

  /** Renews the token in the background: the agent continues to work, with or without a network. */
  private async renewToken({ password, code }: Credentials): Promise<void> {
    const coffre = await this.store.setting('coffre');
    if (!this.vault || !coffre) return;
    const storedSession = await readSecret<Session>(this.store, this.vault, 'session');
    const remaining = storedSession ? storedSession.jusqua - Date.now() : 0;
    // longer than a session: the phone's clock was set back
    if (remaining > SESSION_MS / 2 && remaining <= SESSION_MS) return;
    try {
      const session = await issueToken({ identifiant: coffre.pseudo, password, code });
      await keepSecret(this.store, this.vault, 'session', session);
    } catch (error) {
      if (isRefused(error)) this.update({ aReconnecter: true });
      return;
    }
    this.update({ aReconnecter: false });
    await this.sync?.now();
  }

  /** Asks for the password again, because the server no longer accepts the token. @throws {Error} */
  async reconnect(password: string, code?: string): Promise<void> {
    const coffre = await this.store.setting('coffre');
    if (!coffre || !this.vault) return;
    const session = await issueToken({ identifiant: coffre.pseudo, password, code });
    await keepSecret(this.store, this.vault, 'session', session);
    this.update({ aReconnecter: false });
    await this.sync?.now();
  }

  private async open(vault: Vault): Promise<void> {
    this.vault = vault;
    this.log = new Log(this.store, vault, this.clock);
    const appareil = await readSecret<InscriptionAppareil>(this.store, vault, 'appareil');
    if (this.vault !== vault) return;
    this.appareil = appareil;
    if (!this.appareil) return this.update({ phase: 'inscription' });
    await this.refresh();
    if (this.invented) return;
    await this.copy();
    // locked meanwhile, here or in another tab
    if (this.vault !== vault) return;
    this.sync = new Sync({
      store: this.store,
      vault,
      clock: this.clock,
      log: this.log,
      appareil: this.appareil.appareil.id,
      update: (change) => this.update(change),
      changed: async () => {
        await this.changed();
        await this.copy();
      },
      unreadable: this.tellUnreadable,
      wiped: () => this.wipe('efface'),
    });
    this.sync.start();
    await this.prune();
  }

  private pseudo = async (): Promise<string | null> => (await this.store.setting('coffre'))?.pseudo ?? null;

  /** Reloads the stored data. */
  async refresh(): Promise<void> {
    const { vault, log, appareil } = this;
    if (!vault || !log || !appareil) return;
    if (!(await this.store.setting('coffre'))) return this.handleLoss();
    // another tab may have contacted the server, or confirmed the date
    await this.clock.load(this.store);
    const [pulled, entries, photos, standing] = await Promise.all([
      this.readPulledData(vault),
      log.entries(),
      this.store.photos.where('envoyee').equals(0).count(),
      readStanding(this.store, vault),
    ]);
    const finieLe = (await this.store.setting('reception'))?.finieLe ?? null;
    const remettable = interditOf(standing) && (await readRemettable(this.store));
    // locked meanwhile, here or in another tab
    if (this.vault !== vault) return;
    const state = stateOf({ appareil, pulled, entries, photos, finieLe, standing }, this.clock);
    const aUnCode = await hasPin(this.store);
    if (this.vault !== vault) return;
    if (this.invented) return this.update(state);
    const { faites } = this.etat.remise;
    const remise = remettable ? { ...remettable, faites } : this.etat.remise;
    this.update({ ...state, remise, aUnCode });
    const { nom, code } = appareil.appareil;
    keepTrace({ appareil: `${nom}, ${code}`, attente: this.etat.enAttente });
  }

  /**
   * The downloaded data, read again only if its pages changed: decrypting thousands of taxpayers at each act would be
   * slow.
   */
  private async readPulledData(vault: Vault): Promise<PulledData> {
    if (this.invented) return this.invented;
    const pages = (await this.store.pages.toCollection().primaryKeys()).join();
    if (this.pulled?.pages === pages) return this.pulled.pulledData;
    const pulled = await readPulled(this.store, vault);
    if (this.vault === vault) this.pulled = { pages, pulledData: pulled };
    return pulled;
  }

  /** Tells that what is shown is not what is stored. @throws what is no fault of the storage */
  readonly tellUnreadable = (error: unknown): void => {
    if (!isOfStorage(error)) throw error;
    if (this.etat.erreur !== MESSAGES.nonMontre) this.update({ erreur: MESSAGES.illisible });
  };

  private async changed(): Promise<void> {
    await this.refresh();
    this.tellTabs('journal');
  }

  private tellTabs(message: TabMessage): void {
    this.channel.postMessage(message);
  }

  /** Handles a message of another tab: what it locked or emptied must not stay visible here. */
  private async onTabMessage(message: TabMessage): Promise<void> {
    if (message === 'journal') return this.refresh();
    // enrolled in another tab
    if (this.etat.phase === 'inscription' && message === 'verrouille') return this.close();
    if (!this.vault) return;
    this.leave();
    if (message === 'verrouille') await this.close();
    else this.update({ phase: message, pseudo: null });
  }

  /** Clears all data of the agent from the state. */
  private leave(): void {
    this.sync?.stop();
    forgetTab();
    this.forget();
    this.etat = OPENING;
    this.update({});
  }

  /**
   * Stores an act and shows it at once; it is sent when there is a network.
   * @throws {NoRoom}
   * @throws {DateInDoubt}
   * @throws {Error} if the phone is blocked
   */
  async act(act: Act, with_: { photo?: Picture; draft?: string } = {}): Promise<Entry> {
    const { log, appareil, vault } = this;
    if (!log || !appareil || !vault) throw new Error('the vault is closed');
    // read from the store: another tab may have received it
    const interdit = interditOf(await readStanding(this.store, vault));
    if (interdit) {
      await this.refresh();
      throw new Error(INTERDIT_MESSAGES[interdit].titre);
    }
    const { entite, numero } = appareil.appareil;
    const emis = emisOf(act, this.etat);
    const entry = await log
      .append(namedAct(act, this.etat), { code: entite.code, numero }, { ...with_, ...(emis && { emis }) })
      .catch(async (error: unknown) => {
        if (error instanceof Lost) this.handleLoss();
        if (error instanceof DateInDoubt) await this.refresh();
        throw error;
      });
    // whoever is told of an error does the act again
    await this.changed().catch(() => this.update({ erreur: MESSAGES.nonMontre }));
    void this.sync?.now();
    return entry;
  }

  /**
   * The agent confirms the date, because the phone's clock is not trusted. @throws {Error} with a message for the
   * person
   */
  async confirmDate(jour: Day): Promise<void> {
    await this.clock.confirm(this.store, jour);
    await this.changed();
  }

  synchronise = (): Promise<void> => this.sync?.now(true) ?? Promise.resolve();

  /** An encrypted draft of a form, restored after a crash or a restart. */
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

  /** Locks the app: the code of six digits opens it, if there is one, else the password. */
  async signOut(): Promise<void> {
    if (!this.vault || !(await hasPin(this.store))) return this.lock();
    this.tellTabs('verrouille');
    await this.pause();
  }

  /** Locks the vault: only the password opens it. Waiting commands are sent after the next unlock. */
  async lock(): Promise<void> {
    this.leave();
    this.tellTabs('verrouille');
    await closeTab(this.store);
    await this.close();
  }

  /** Shows the sign-in screen, which can hand over waiting commands. */
  private async close(): Promise<void> {
    const remise = { ...(await readRemettable(this.store)), faites: 0 };
    this.update({ phase: 'connexion', pseudo: await this.pseudo(), remise });
  }

  /** Hands over waiting commands, without the agent. @throws {Error} with a message for the person */
  async handOver(): Promise<void> {
    const { store, clock, vault } = this;
    let { faites } = this.etat.remise;
    const onBatch = (received: number): void => void (faites += received);
    try {
      const send = () => handOver({ store, clock, vault }, VERSION, onBatch);
      if ((await navigator.locks.request(SENDING, send)) === 'effacé') return await this.wipe('efface');
    } finally {
      if (this.etat.phase !== 'efface') this.update({ remise: { ...(await readRemettable(store)), faites } });
      await this.refresh();
    }
    const trace = readTrace();
    const { copies, autres } = this.etat.remise;
    if (trace) keepTrace({ ...trace, attente: copies + autres });
  }

  /** Seals waiting commands to the server's current key; a full phone must still unlock. */
  private async copy(): Promise<void> {
    const serverKey = this.etat.referentiel?.remise;
    if (!serverKey || !this.log || !this.appareil) return;
    try {
      await keepServerKey(this.store, this.appareil.appareil.id, serverKey);
      await this.log.copyWaiting();
    } catch (error) {
      if (isFull(error)) this.update({ erreur: DOWNLOAD_UNSTORED });
      else this.tellUnreadable(error);
    }
  }

  /** Gives the phone to another agent. @throws {PhotosWait} @throws {Error} while commands wait */
  async changeAgent(sansPhotos = false): Promise<void> {
    const { copies, autres } = await readRemettable(this.store);
    if (copies + autres > 0) throw new Error(MESSAGES.enAttente);
    await whileEmpty(this.store, sansPhotos, () => this.wipe('inscription'));
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
    this.update({ phase, pseudo: null });
  }
}
