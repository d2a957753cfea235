/** The part of payments that an import needs. Payments belong to `paiements`, a higher floor: `app.ts` passes them in. */
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';

/** A payment made before Octroi, as a file tells it. */
export interface PaiementAReprendre {
  contribuable: number;
  annee: number;
  taxe: number;
  /** Whole francs, above 0. */
  montant: number;
  /** Day of the payment, `YYYY-MM-DD`. */
  jour: string;
  /** Number of the receipt that was given then. */
  quittance: string | null;
}

/** What was imported as paid of a year and tax, and not taken back since. */
export interface DejaRepris {
  contribuable: number;
  annee: number;
  taxe: number;
  montant: number;
  transactions: number[];
  jours: string[];
  quittances: string[];
}

export interface PaiementsRepris {
  /** @throws AppError 403 if the person may not book payments that count at once */
  demand: (person: Person) => void;
  /** Why the person may not take imported payments back through an import; undefined if they may. */
  obstacleToUndo: (queries: Queries, person: Person, entiteId: number) => Promise<string | undefined>;
  read: (queries: Queries, entiteId: number, contribuables: readonly number[]) => Promise<DejaRepris[]>;
  /** Locks taxpayers until the transaction ends: what was imported of them is read under this lock. */
  lock: (trx: OpenTransaction, entiteId: number, contribuables: readonly number[]) => Promise<void>;
  /** Books payments of taxpayers who are locked, each on its year and tax. */
  book: (
    trx: OpenTransaction,
    by: { entiteId: number; person: Person; requestId: string },
    paiements: readonly PaiementAReprendre[],
  ) => Promise<void>;
  /** Takes imported payments of one taxpayer back, at the day of each. @throws AppError 409 */
  takeBack: (
    trx: OpenTransaction,
    by: { entiteId: number; person: Person; requestId: string },
    taken: { contribuable: number; transactions: readonly number[]; motif: string },
  ) => Promise<void>;
}
