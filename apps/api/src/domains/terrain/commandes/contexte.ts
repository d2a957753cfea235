/** What a command is done with, and what it leaves. */
import type { ResultatCommande } from '@octroi/contract';
import type { Enrolling } from '#src/domains/contribuables/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import type { Cas, Emetteur } from './commandes.repository.ts';

export interface Moyens {
  enrolling: Enrolling;
  /** Issues the receipts that a device drew, under their codes: papers stand above. */
  issueDrawn: (trx: OpenTransaction, drawn: readonly { id: number; code: string }[]) => Promise<void>;
  approbations: Approbations;
}

export interface Contexte extends Moyens {
  /** The transaction that it shares with the commands beside it. */
  trx: OpenTransaction;
  appareil: Emetteur;
  sequence: number;
  /** The agent as it is now, with what may be done by device; undefined where its account is not enabled any more. */
  person: Person | undefined;
  /** The instant that it counts for. */
  compteLe: string;
  /** Its local day. */
  jour: string;
  requestId: string;
  /** The server failed on it too often: money is booked for the office to look at, anything else is left to the office. */
  panne: boolean;
}

export interface Fait {
  resultat: ResultatCommande;
  contribuable?: number | undefined;
  transaction?: number;
  montant?: number;
  serie?: { annee: number; rang: number } | undefined;
  local?: string;
  photo?: string | null | undefined;
  cas?: Cas | undefined;
}
