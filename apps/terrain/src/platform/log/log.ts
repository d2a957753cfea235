/**
 * The log of what the agent does: append-only, numbered without gaps. A command is either in it whole, with its number and
 * its receipt's, or it never was: a phone that dies in between has lost nothing that it said it had kept.
 */
import type { TypeCommande } from '@octroi/contract/terrain/rules';
import type { Commande, CorpsEnvoye, ReponseCommande } from '@octroi/contract/terrain/commandes';
import { anneesDeSerie, numeroDe, serieDe } from '@octroi/contract/terrain/series';
import { pieceCode } from '@octroi/contract/impressions/code-piece';
import type { Clock } from '../device/clock.ts';
import { copyOf } from './copies.ts';
import type { Emis } from './emis.ts';
import type { EtatEnvoi, LogRow, Store } from '../vault/store.ts';
import type { Sealed, Vault } from '../vault/vault.ts';

/** What the QR of a receipt leads to: the phone draws it, for the receipt is given before the server hears of it. */
interface Coded {
  code: string;
}

/** A command as the rest of the application sees it. */
export type Entry = {
  [Type in TypeCommande]: Omit<Commande, 'type' | 'corps'> & {
    type: Type;
    corps: CorpsEnvoye<Type> & (Type extends 'paiement' ? Coded : unknown);
  };
}[TypeCommande] & { etat: EtatEnvoi; tenu: boolean; reponse: ReponseCommande | null; emis: Emis | null };

export type EntryOf<Type extends TypeCommande> = Extract<Entry, { type: Type }>;

/** What is asked to be done; a payment has its number from the log. */
export type Act = {
  [Type in TypeCommande]: {
    type: Type;
    corps: Type extends 'paiement'
      ? Omit<CorpsEnvoye<'paiement'>, 'recu' | 'rang' | 'code'>
      : CorpsEnvoye<Type>;
  };
}[TypeCommande];

/** Where a series begins: the collectivité and the device. */
interface Numbering {
  code: string;
  numero: number;
}

/** Nothing was kept: the memory of the phone is full. */
export class NoRoom extends Error {
  constructor() {
    super(
      'La mémoire du téléphone est pleine : rien n’a été enregistré. Effacez des photos ou des applications, puis recommencez.',
    );
    this.name = 'NoRoom';
  }
}

/** What the phone kept is gone: the browser emptied it, under our feet or while the application was closed. */
export class Lost extends Error {
  constructor() {
    super('Ce téléphone a perdu ce qu’il gardait : rien n’a été enregistré.');
    this.name = 'Lost';
  }
}

/** Whether the phone had no room for what was to be written. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  /Quota/.test(`${error.name} ${error.message} ${(error as { inner?: Error }).inner?.name}`);

/** Commands that the server has accepted are kept so long, to be looked at. */
const KEPT_MS = 40 * 86_400_000;
const place = (sequence: number) => `journal/${sequence}`;
const issuedPlace = (sequence: number) => `emis/${sequence}`;

/** A photo that goes along with a command. */
export interface Picture {
  empreinte: string;
  octets: ArrayBuffer;
}

export class Log {
  private readonly store: Store;
  private readonly vault: Vault;
  private readonly clock: Clock;
  /** Commands and replies that were opened, by what they are sealed with: hundreds wait at the end of a week, read at each act. */
  private readonly opened = new Map<string, unknown>();

  constructor(store: Store, vault: Vault, clock: Clock) {
    this.store = store;
    this.vault = vault;
    this.clock = clock;
  }

  /**
   * Keeps one command, under a lock that all tabs share: two of them never give the same number.
   * @param draft what is kept of the same act while it is typed: gone in the moment that the command is there
   * @param emis what the receipt of a payment says
   * @throws {NoRoom}
   * @throws {Lost}
   * @throws {DateInDoubt}
   */
  append(
    act: Act,
    numbering: Numbering,
    { photo, draft, emis }: { photo?: Picture; draft?: string; emis?: Emis } = {},
  ): Promise<Entry> {
    return navigator.locks.request('octroi-terrain-journal', async () => {
      const counters = await this.store.setting('compteurs');
      // to begin at 1 again would give numbers that have been given
      if (!counters) throw new Lost();
      const { acte, ...when } = this.clock.stamp();
      const sequence = counters.sequence + 1;
      const rangs = { ...counters.rangs };
      const corps =
        act.type === 'paiement' ? { ...act.corps, ...this.nextReceipt(numbering, rangs) } : act.corps;
      const command = {
        sequence,
        type: act.type,
        ...when,
        corps,
      };
      // sealed before the transaction: it would end while the key is at work
      const scelle = await this.vault.seal(command, place(sequence));
      const to = await this.store.setting('remise');
      const copy = to && (await copyOf(to, command as Commande));
      const picture = photo && (await this.vault.sealBytes(photo.octets, `photo/${photo.empreinte}`));
      const issued = emis && { emis: await this.vault.seal(emis, issuedPlace(sequence)) };
      const { store } = this;
      try {
        await store.transaction(
          'rw',
          [store.journal, store.copies, store.reglages, store.photos, store.secrets],
          async () => {
            await store.journal.add({ sequence, etat: 'attente', tenu: 0, scelle, reponse: null, ...issued });
            if (copy) await store.copies.add(copy);
            await store.reglages.put({ nom: 'compteurs', sequence, rangs });
            if (acte) await store.reglages.put({ nom: 'dernier-acte', ...acte });
            if (photo && picture)
              await store.photos.put({ empreinte: photo.empreinte, envoyee: 0, scelle: picture });
            if (draft) await store.secrets.delete(draft);
          },
        );
      } catch (error) {
        throw isFull(error) ? new NoRoom() : error;
      }
      if (acte) this.clock.done(acte.instant);
      return { ...command, etat: 'attente', tenu: false, reponse: null, emis: emis ?? null } as Entry;
    });
  }

  /** The sequence of the next command. */
  async next(): Promise<number> {
    return ((await this.store.setting('compteurs'))?.sequence ?? 0) + 1;
  }

  /** The next number of the series of the day's year. */
  private nextReceipt({ code, numero }: Numbering, rangs: Record<string, number>) {
    const [annee = 0] = anneesDeSerie(this.clock.today());
    const rang = (rangs[annee] ?? 0) + 1;
    rangs[annee] = rang;
    const recu = numeroDe(serieDe(code, annee, numero), rang);
    return { recu, rang, code: pieceCode(crypto.getRandomValues(new Uint8Array(20))) };
  }

  async entries(): Promise<Entry[]> {
    return Promise.all((await this.store.journal.orderBy('sequence').toArray()).map((row) => this.read(row)));
  }

  private async read({ sequence, etat, tenu, scelle, reponse, emis }: LogRow): Promise<Entry> {
    const command = await this.unseal<Commande>(scelle, place(sequence));
    const told = reponse && (await this.unseal<ReponseCommande>(reponse, `reponse/${sequence}`));
    const issued = emis ? await this.unseal<Emis>(emis, issuedPlace(sequence)) : null;
    return { ...command, etat, tenu: tenu === 1, reponse: told, emis: issued } as Entry;
  }

  /** A seal is never used twice: what it closed once is what it closes. */
  private async unseal<Value>(sealed: Sealed, place: string): Promise<Value> {
    const key = `${place} ${sealed.iv.join()}`;
    if (!this.opened.has(key)) this.opened.set(key, await this.vault.unseal<Value>(sealed, place));
    return this.opened.get(key) as Value;
  }

  /** The first commands that wait, as they are sent, and how many wait in all. */
  async waiting(most: number): Promise<{ commands: Commande[]; total: number }> {
    const where = this.store.journal.where('etat').equals('attente');
    const total = await where.count();
    const rows = (await where.sortBy('sequence')).slice(0, most);
    const commands = await Promise.all(
      rows.map(({ scelle, sequence }) => this.vault.unseal<Commande>(scelle, place(sequence))),
    );
    return { commands, total };
  }

  /** Writes down what the server replied. @param heure of the reply, by the server's clock */
  async answered(replies: readonly ReponseCommande[], heure: string): Promise<void> {
    const reponduLe = Date.parse(heure);
    const sealed = await Promise.all(
      replies.map(async (reply) => ({
        sequence: reply.sequence,
        etat: (reply.etat === 'deja' ? reply.premier : reply.etat) ?? 'accepte',
        reponse: await this.vault.seal(reply, `reponse/${reply.sequence}`),
      })),
    );
    await this.store.transaction('rw', this.store.journal, this.store.copies, async () => {
      for (const { sequence, etat, reponse } of sealed)
        await this.store.journal.update(sequence, { etat, reponse, reponduLe });
      await this.store.copies.bulkDelete(sealed.map(({ sequence }) => sequence));
    });
  }

  /** Seals to the server's present key what waits and is not: written before the key was known, or sealed to a former one. */
  async copyWaiting(): Promise<void> {
    const { store } = this;
    const to = await store.setting('remise');
    if (!to) return;
    const sealed = new Set(
      (await store.copies.toArray()).filter(({ cle }) => cle === to.cle).map(({ sequence }) => sequence),
    );
    const rows = await store.journal
      .where('etat')
      .equals('attente')
      .and(({ sequence }) => sequence > to.jusqua && !sealed.has(sequence))
      .toArray();
    const copies = await Promise.all(
      rows.map(async ({ scelle, sequence }) =>
        copyOf(to, await this.vault.unseal<Commande>(scelle, place(sequence))),
      ),
    );
    await store.transaction('rw', store.journal, store.copies, async () => {
      for (const copy of copies)
        if ((await store.journal.get(copy.sequence))?.etat === 'attente') await store.copies.put(copy);
    });
  }

  /**
   * Forgets what the server has accepted long ago. Only the server's clock and what it has acknowledged decide: a phone whose
   * clock runs ahead forgets nothing.
   * @param contact when the server was last heard of, by its clock, milliseconds
   * @param acknowledged the last command that it has received
   */
  async prune(contact: number, acknowledged: number): Promise<void> {
    const { journal } = this.store;
    const old = await journal
      .where('etat')
      .equals('accepte')
      .and(({ tenu, sequence }) => tenu === 1 && sequence <= acknowledged)
      .toArray();
    // an earlier version did not keep when it was answered: counted from now on
    for (const { sequence, reponduLe } of old)
      if (reponduLe === undefined) await journal.update(sequence, { reponduLe: contact });
      else if (reponduLe < contact - KEPT_MS) await journal.delete(sequence);
  }

  /** The server never received these: they are sent again, and it knows which it has. @returns how many */
  async resend(from: number): Promise<number> {
    const held = await this.store.setting('remise');
    if (held && held.jusqua >= from) await this.store.reglages.put({ ...held, jusqua: from - 1 });
    return this.store.journal
      .where('sequence')
      .aboveOrEqual(from)
      .and(({ etat }) => etat !== 'attente')
      .modify({ etat: 'attente', tenu: 0 });
  }
}
