/** The device of `tests/clients/telephone.mjs`, as the trials take it: a program of another maker, outside the application. */
import type { JsonWebKey } from 'node:crypto';

const PROGRAM = new URL('../../../../../tests/clients/telephone.mjs', import.meta.url).href;

/** A device of an agent: what it is, as JSON. */
export interface EtatTelephone {
  cle: JsonWebKey;
  appareil: { id: number; numero: number; entite: { id: number; code: string } } | null;
  rangs: Record<string, number>;
  journal: CommandeTelephone[];
  faites: number;
  reponses: Record<string, ReponseTelephone>;
  photos: Record<string, string>;
  decalage: number | null;
  curseur: string | null;
  complet: Record<string, unknown[]> | null;
  contribuables: Record<string, unknown[]>;
  referentiel: Record<string, unknown> | null;
}
export interface CommandeTelephone {
  sequence: number;
  type: string;
  faitLe: string;
  decalage: number | null;
  corps: Record<string, unknown>;
}
export interface ReponseTelephone {
  sequence: number;
  etat: 'accepte' | 'refuse' | 'deja';
  premier?: 'accepte' | 'refuse';
  code?: string;
  message?: string;
  resultat?: { transaction?: number; contribuable?: number; numeroRecu?: string | null; visite?: number };
}
export type ContribuableTelephone = { id: number } | { local: string };

interface Options {
  url: string;
  /** Milliseconds for which it goes on asking. */
  patience?: number;
  etat?: EtatTelephone;
}

export interface Telephone {
  readonly etat: EtatTelephone;
  url: string;
  /** Of the agent's session. */
  token: string | undefined;
  /** Calls, and those among them that were made again. */
  readonly compte: { appels: number; reprises: number };
  connecter(username: string, password: string): Promise<void>;
  noter(type: string, corps: Record<string, unknown>): CommandeTelephone;
  encaisser(contribuable: ContribuableTelephone, montant: number, moyenPaiement: number): CommandeTelephone;
  enroler(fiche: Record<string, unknown>, photo?: Buffer): { local: string };
  envoyer(): Promise<{ dites: ReponseTelephone[]; statut: string }>;
  envoyerPhotos(): Promise<void>;
  recevoir(): Promise<number>;
}

export const { Telephone, neuf } = (await import(PROGRAM)) as {
  Telephone: new (options: Options) => Telephone;
  /** What a device is before it is enrolled. */
  neuf: () => EtatTelephone;
};
