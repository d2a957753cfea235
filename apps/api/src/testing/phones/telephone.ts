/** Types of the simulated device in `tests/clients/telephone.mjs`, which is independent of the application. */
import type { JsonWebKey } from 'node:crypto';

const PROGRAM = new URL('../../../../../tests/clients/telephone.mjs', import.meta.url).href;

/** State of an agent’s device, as JSON. */
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
  /** Milliseconds during which it repeats its calls. */
  patience?: number;
  etat?: EtatTelephone;
}

export interface Telephone {
  readonly etat: EtatTelephone;
  url: string;
  /** Token of the agent’s session. */
  token: string | undefined;
  /** Number of calls, and of repeated calls among them. */
  readonly counts: { calls: number; retries: number };
  signIn(username: string, password: string): Promise<void>;
  record(type: string, corps: Record<string, unknown>): CommandeTelephone;
  takePayment(contribuable: ContribuableTelephone, montant: number, moyenPaiement: number): CommandeTelephone;
  enrolTaxpayer(fiche: Record<string, unknown>, photo?: Buffer): { local: string };
  send(): Promise<{ replies: ReponseTelephone[]; statut: string }>;
  sendPhotos(): Promise<void>;
  receive(): Promise<number>;
}

export const { Telephone, newState } = (await import(PROGRAM)) as {
  Telephone: new (options: Options) => Telephone;
  /** State of a device before it is enrolled. */
  newState: () => EtatTelephone;
};
