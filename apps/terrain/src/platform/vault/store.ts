/** What the phone keeps, in IndexedDB. What tells of people or money is sealed (vault.ts); the rest is bookkeeping. */
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Sealed } from './vault.ts';

/** How the vault of the phone is opened, by whom. */
interface VaultRow {
  nom: 'coffre';
  /** Who the phone belongs to, as they sign in. */
  pseudo: string;
  sel: Uint8Array<ArrayBuffer>;
  tours: number;
  /** The key of the data, wrapped by the one that the password gives. */
  cle: Sealed;
}

/** The phone's own key: it signs what is sent, and cannot leave. */
interface SigningRow {
  nom: 'signature';
  paire: CryptoKeyPair;
}

/** An open vault, for a page that the system threw out of memory: of no use without what the tab holds. */
interface ReopenRow {
  nom: 'reprise';
  cle: Sealed;
  jusqua: number;
}

/** What numbers are given next. */
interface CountersRow {
  nom: 'compteurs';
  /** The last command. */
  sequence: number;
  /** The last rank of receipts, by year. */
  rangs: Record<string, number>;
}

/** Where the pull of data stands. */
export interface PullRow {
  nom: 'reception';
  curseur: string;
  /** The first page of a pull that replaces everything, while it goes on. */
  remplace: number | null;
  /** When the last pull came to its end, by the server's clock as far as it was known. */
  finieLe: number | null;
}

/** How far the phone's clock is from the server's, and where the server's days are counted. */
export interface ClockRow {
  nom: 'horloge';
  decalage: number;
  fuseau: string;
  /** By the phone's clock. */
  vueLe: number;
  /** What the agent has said since: a true instant, and what the phone's clock said then. */
  confirme?: { instant: number; telephone: number };
}

/** When the last act was done, by what was then known of the time. */
interface LastActRow {
  nom: 'dernier-acte';
  instant: number;
  /** The contact or the confirmed date that it was counted from. */
  ancre: number;
}

/** What the server says of this device and of its agent (standing.ts). */
export interface Standing {
  /** `attendu`: the server knows another key, or none; only a new code makes this phone a device again. */
  statut: StatutAppareil;
  /** Whether the account of the agent is enabled. */
  agentActif: boolean;
  /** The last command that the server has received. */
  dernierSequence: number;
}

/** What the server said while the vault was closed. */
interface ToldRow {
  nom: 'dit';
  standing: Standing;
}

/** What commands are sealed to, so that they can be handed over without the person: of the server, and no secret. */
export interface HandoverRow {
  nom: 'remise';
  /** Of the device. */
  appareil: number;
  /** Names the key. */
  cle: string;
  publique: CryptoKey;
  /** The last command that was handed over. */
  jusqua: number;
}

type SettingRow =
  | VaultRow
  | SigningRow
  | ReopenRow
  | CountersRow
  | PullRow
  | ClockRow
  | LastActRow
  | ToldRow
  | HandoverRow;
type SettingName = SettingRow['nom'];
type Setting<Name extends SettingName> = Extract<SettingRow, { nom: Name }>;

/** `attente`: to be sent; `accepte`, `refuse`: the server's answer. */
export type EtatEnvoi = 'attente' | 'accepte' | 'refuse';

/** One command of the log; nothing but its state ever changes. */
export interface LogRow {
  sequence: number;
  etat: EtatEnvoi;
  /** 1 once what the phone pulled has it in it: it no longer changes what is shown. */
  tenu: 0 | 1;
  /** The command as it is sent. */
  scelle: Sealed;
  /** What the server replied. */
  reponse: Sealed | null;
  /** When it replied, by its clock; undefined where an earlier version of the application kept it. */
  reponduLe?: number;
  /** Of a payment: what its receipt says (emis.ts). */
  emis?: Sealed;
}

/** A reply of the pull as it came. */
interface PageRow {
  id: number;
  scelle: Sealed;
}

interface PhotoRow {
  /** sha256 of the picture, in hexadecimal. */
  empreinte: string;
  envoyee: 0 | 1;
  scelle: Sealed;
}

/** Sealed values that have a name: the device, the session, drafts. */
interface SecretRow {
  nom: string;
  scelle: Sealed;
}

/** A command that waits, as the server alone opens it. */
export interface CopyRow {
  sequence: number;
  /** Names the server's key. */
  cle: string;
  scelle: ArrayBuffer;
}

export class Store extends Dexie {
  reglages!: Table<SettingRow, SettingName>;
  journal!: Table<LogRow, number>;
  pages!: EntityTable<PageRow, 'id'>;
  photos!: Table<PhotoRow, string>;
  secrets!: Table<SecretRow, string>;
  copies!: Table<CopyRow, number>;

  constructor(name = 'octroi-terrain') {
    super(name);
    this.version(1).stores({
      reglages: 'nom',
      journal: 'sequence, etat, tenu',
      pages: '++id',
      photos: 'empreinte, envoyee',
      secrets: 'nom',
    });
    this.version(2).stores({ copies: 'sequence' });
  }

  async setting<Name extends SettingName>(nom: Name): Promise<Setting<Name> | undefined> {
    return (await this.reglages.get(nom)) as Setting<Name> | undefined;
  }
}
