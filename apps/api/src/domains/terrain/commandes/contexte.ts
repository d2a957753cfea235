/** What a command needs to be carried out, and its result. */
import type { ResultatCommande } from '@octroi/contract';
import type { Enrolling } from '#src/domains/contribuables/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import type { Cas, Sender } from './commandes.repository.ts';

/** Services of other domains that commands use. */
export interface Services {
  enrolling: Enrolling;
  /** Issues the receipts that a device printed, under their codes. `impressions` is a higher floor: `app.ts` passes it in. */
  issueDrawn: (trx: OpenTransaction, drawn: readonly { id: number; code: string }[]) => Promise<void>;
  approbations: Approbations;
}

export interface Contexte extends Services {
  /** The transaction, shared with other commands of the request. */
  trx: OpenTransaction;
  appareil: Sender;
  sequence: number;
  /** The agent, with the rights that a device has; undefined if the account is not enabled any more. */
  person: Person | undefined;
  /** The instant for which it counts. */
  compteLe: string;
  /** The local day of that instant. */
  jour: string;
  requestId: string;
  /** Whether the server failed on it too often: money is booked « à classer », anything else is left to the office. */
  panne: boolean;
}

/** The result of a command that was carried out. */
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
