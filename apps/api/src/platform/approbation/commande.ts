/** What a command is that may wait for a second person. */
import type { Laisse, NatureApprobation, PartApprobation } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** What a command has changed, as whoever approves reads it. */
export interface Effet {
  entiteId: number;
  /** What is requested, in one line. */
  objet: string;
  /** Francs; null where no sum says what it weighs: then it always waits. */
  montant: number | null;
  /** The same in parts that thresholds count apart; together `montant`. */
  parts?: readonly PartApprobation[];
  motif?: string | null;
  /** Resource and id of the record that it changes, where there is one. */
  ressource?: string;
  enregistrement?: number;
  /** What must be the same when it is approved: no names, no ids that are given anew. */
  avant: unknown;
  apres: unknown;
  /** The rows that it acts on, as found at the request; given to `execute` once it is approved. */
  vise?: readonly unknown[];
  /** Shown to whoever approves, and not compared. */
  contexte?: { avant: unknown; apres: unknown };
  /** Of a command with a ceiling: what changed since the request and is left out. */
  laisses?: readonly Laisse[];
}

/** What was approved. */
export interface Approved {
  entiteId: number;
  /** As the trial gave them in its effet. */
  avant: unknown;
  vise: unknown;
}

export interface Done<Result> {
  result: Result;
  /** Null where it changed nothing that anybody approves. */
  effet: Effet | null;
  /** What follows once it is written. */
  after?: () => Promise<void>;
}

/** A command that may wait for a second person. */
export interface Commande<Corps, Result> {
  /** Approvals that wait are kept under it: it never changes. */
  nom: string;
  nature: NatureApprobation;
  /** Domain of the command, for the journal. */
  domaine: string;
  /** What was approved is a ceiling: where some of it has changed, the rest is done and `laisses` lists what is not. */
  plafond?: boolean;
  /**
   * Asks for the right, checks, writes and notes, all in the given transaction.
   * @param person the requester, with the rights of the moment
   * @param corps the call's body as it was stored: plain JSON
   * @param approved undefined at the request
   * @throws AppError as the call would; where it was approved, saying what has changed since
   */
  execute: (
    trx: OpenTransaction,
    person: Person,
    corps: Corps,
    requestId: string,
    approved: Approved | undefined,
  ) => Promise<Done<Result>>;
}

/** Does a command, or has it wait. @throws EnAttente where a second person decides, AppError as the command does */
export type Run<Corps, Result> = (person: Person, corps: Corps, requestId: string) => Promise<Result>;
