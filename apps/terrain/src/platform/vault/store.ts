/** The phone's storage, in IndexedDB. Data about people or money is encrypted (vault.ts); the rest is bookkeeping. */
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Sealed } from './vault.ts';

/**
 * Whether the error comes from the storage itself: the browser lost its connection to it, or the phone's memory fails.
 * Nothing of a transaction that ends so is stored.
 */
export const isOfStorage = (error: unknown): boolean => error instanceof Dexie.DexieError;

/** How the vault is unlocked, and by whom. */
export interface VaultRow {
  nom: 'coffre';
  /** Owner of the phone, by username. */
  pseudo: string;
  /** The same by the server's id; undefined from an older app version. */
  agent?: number;
  sel: Uint8Array<ArrayBuffer>;
  tours: number;
  /** The data key, encrypted by the password's key. */
  cle: Sealed;
}

/** The phone's signing key, which cannot be exported. */
interface SigningRow {
  nom: 'signature';
  paire: CryptoKeyPair;
}

/** An unlocked vault for a page reloaded by the system; useless without the tab's secret. */
interface ReopenRow {
  nom: 'reprise';
  cle: Sealed;
  jusqua: number;
}

/** The next numbers. */
interface CountersRow {
  nom: 'compteurs';
  /** Last command. */
  sequence: number;
  /** Last receipt rank, by year. */
  rangs: Record<string, number>;
}

/** Progress of the download. */
export interface PullRow {
  nom: 'reception';
  curseur: string;
  /** First page of a running full download, which replaces all data. */
  remplace: number | null;
  /** End of the last download, in the server's time as far as known. */
  finieLe: number | null;
}

/** Offset of the phone's clock, and the server's time zone. */
export interface ClockRow {
  nom: 'horloge';
  decalage: number;
  fuseau: string;
  /** Phone time. */
  vueLe: number;
  /** The agent's confirmation since: a true instant, and the phone's clock then. */
  confirme?: { instant: number; telephone: number };
}

/** Time of the last act, as known then. */
interface LastActRow {
  nom: 'dernier-acte';
  instant: number;
  /** The contact or confirmation that it is based on. */
  ancre: number;
}

/** The server's word on this device and its agent (standing.ts). */
export interface Standing {
  /** `attendu`: the server does not know this key; only a new code enrols the phone again. */
  statut: StatutAppareil;
  /** Whether the agent's account is enabled. */
  agentActif: boolean;
  /** Last command received by the server. */
  dernierSequence: number;
}

/** An update received while the vault was locked. */
interface StandingUpdateRow {
  nom: 'dit';
  standing: Standing;
}

/** The server's public key for handovers; no secret. */
export interface HandoverRow {
  nom: 'remise';
  /** Of the device. */
  appareil: number;
  /** Name of the key. */
  cle: string;
  publique: CryptoKey;
  /** Last command handed over. */
  jusqua: number;
}

/** Codes of six digits typed since the last right one. */
interface PinAttemptsRow {
  nom: 'essais';
  nombre: number;
}

type SettingRow =
  | VaultRow
  | SigningRow
  | ReopenRow
  | CountersRow
  | PullRow
  | ClockRow
  | LastActRow
  | StandingUpdateRow
  | PinAttemptsRow
  | HandoverRow;
type SettingName = SettingRow['nom'];
type Setting<Name extends SettingName> = Extract<SettingRow, { nom: Name }>;

/** `attente`: to be sent; `accepte`, `refuse`: the server's answer. */
export type EtatEnvoi = 'attente' | 'accepte' | 'refuse';

/** One command of the log; only its state changes. */
export interface LogRow {
  sequence: number;
  etat: EtatEnvoi;
  /** 1 once the downloaded data includes it: it then no longer changes what is shown. */
  tenu: 0 | 1;
  /** The command, encrypted. */
  scelle: Sealed;
  /** The server's reply. */
  reponse: Sealed | null;
  /** Server time of the reply; undefined from an older app version. */
  reponduLe?: number;
  /** For a payment: the content of its receipt (emis.ts). */
  emis?: Sealed;
}

/** One reply of the download, as received. */
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

/** Named encrypted values: the device, the session, drafts. */
interface SecretRow {
  nom: string;
  scelle: Sealed;
}

/** A waiting command, sealed to the server. */
export interface CopyRow {
  sequence: number;
  /** Name of the server key. */
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
