/** What a command is that may wait for a second person. */
import type { Laisse, NatureApprobation, PartApprobation } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';

/** What a command has changed, as whoever approves reads it. */
export interface Effet {
  entiteId: number;
  /** In a line. */
  objet: string;
  /** Francs; null where no sum says what it weighs: then it always waits. */
  montant: number | null;
  /** The same in parts that thresholds count apart; together `montant`. */
  parts?: readonly PartApprobation[];
  motif?: string | null;
  /** The record that it is about. */
  ressource?: string;
  enregistrement?: number;
  /** What must be the same when it is approved: no names, no ids that are given anew. */
  avant: unknown;
  apres: unknown;
  /** Rows that it acts on, by what was found when it was asked for: given to `execute` when it is approved. */
  vise?: readonly unknown[];
  /** Shown to whoever approves, and not compared. */
  contexte?: { avant: unknown; apres: unknown };
  /** What has changed since it was asked for and is left out, of a command with a ceiling. */
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

/** A command that may wait: how it is done, whoever has it done. */
export interface Commande<Corps, Result> {
  /** Approvals that wait are kept under it: it never changes. */
  nom: string;
  nature: NatureApprobation;
  /** Domain of the command, for the journal. */
  domaine: string;
  /** What was approved is the most that is done: less is done, and told, where some of it has changed. */
  plafond?: boolean;
  /**
   * Asks for the right, checks, writes and notes, all in the given transaction.
   * @param person who asks; where it was approved, as the person's rights are by then
   * @param corps what is frozen: plain JSON
   * @param approved what somebody has approved; undefined where it is asked for
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
