/** A command that may wait for a second person. */
import type { Laisse, NatureApprobation, PartApprobation } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** Effects of a command, as shown to the approver. */
export interface Effet {
  entiteId: number;
  /** The request, in one line. */
  objet: string;
  /** Francs; null if it has no amount, and then always waits. */
  montant: number | null;
  /** Parts of `montant` that thresholds count separately. */
  parts?: readonly PartApprobation[];
  motif?: string | null;
  /** Resource and id of the changed record, if there is one. */
  ressource?: string;
  enregistrement?: number;
  /** Must be equal at the approval, so no names and no ids that are generated anew. */
  avant: unknown;
  apres: unknown;
  /** Rows found at the request; passed to `execute` after the approval. */
  vise?: readonly unknown[];
  /** Shown to the approver, not compared. */
  contexte?: { avant: unknown; apres: unknown };
  /** For a command with a ceiling: parts left out because they changed since the request. */
  laisses?: readonly Laisse[];
}

/** The approved request. */
export interface Approved {
  /** The stored request. */
  id: number;
  entiteId: number;
  /** As in the effect of the trial. */
  avant: unknown;
  vise: unknown;
  /** File name of the document attached to it. */
  piece: string | null;
}

export interface Done<Result> {
  result: Result;
  /** Null if nothing that needs an approval was changed. */
  effet: Effet | null;
  /** Runs after the commit. */
  after?: () => Promise<void>;
}

/** A command that may wait for a second person. */
export interface Commande<Corps, Result> {
  /** Stored with waiting approvals, so it never changes. */
  nom: string;
  nature: NatureApprobation;
  /** Domain of the command, for the journal. */
  domaine: string;
  /** The approval is a ceiling: changed parts are left out and listed in `laisses`, the rest is done. */
  plafond?: boolean;
  /**
   * Checks the right, validates, writes and records, all in the given transaction.
   * @param person the requester, with present rights
   * @param corps the stored body: plain JSON
   * @param approved undefined at the request
   * @throws AppError as a request would; after the approval, with what has changed since
   */
  execute: (
    trx: OpenTransaction,
    person: Person,
    corps: Corps,
    requestId: string,
    approved: Approved | undefined,
  ) => Promise<Done<Result>>;
}

/** Runs a command, or stores it. @throws EnAttente if a second person decides, AppError as the command does */
export type Run<Corps, Result> = (person: Person, corps: Corps, requestId: string) => Promise<Result>;
