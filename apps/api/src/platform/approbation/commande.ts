/** What a command is that may wait for a second person, and what becomes of it when it is asked for. */
import type { Laisse, NatureApprobation } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import { type Database, inTransaction, type OpenTransaction } from '#src/platform/database/database.ts';
import { type Acte, writeJournal } from '#src/platform/journal/journal.repository.ts';
import {
  checkNow,
  findSame,
  holdSeuil,
  insertApprobation,
  type NewApprobation,
  type Part,
  type Seuil,
  sumsAlone,
  writeAlone,
} from './approbation.repository.ts';
import { EnAttente } from './en-attente.ts';

/** What a command has changed, as whoever approves reads it. */
export interface Effet {
  entiteId: number;
  /** In a line. */
  objet: string;
  /** Francs; null where no sum says what it weighs: then it always waits. */
  montant: number | null;
  /** The same by taxpayer; together `montant`. */
  parts?: readonly Part[];
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

/** The command shall wait: what it has done is undone. */
class MustWait extends Error {
  readonly effet: Effet;
  readonly seuil: Seuil;
  constructor(effet: Effet, seuil: Seuil) {
    super('must wait');
    this.effet = effet;
    this.seuil = seuil;
  }
}

/** One taxpayer's, or nobody's. */
const onlyOne = (parts: readonly Part[] = []): number | null =>
  parts.length === 1 ? (parts[0] as Part).contribuable : null;

/**
 * The threshold that a command reaches, held so that no other of its nature passes meanwhile; what stays below is noted.
 * @returns undefined where it passes
 */
async function reached(
  trx: OpenTransaction,
  nature: NatureApprobation,
  demandeurId: number,
  { entiteId, montant, parts = [] }: Effet,
): Promise<Seuil | undefined> {
  const seuil = await holdSeuil(trx, entiteId, nature);
  if (!seuil) return undefined;
  if (montant === null) return seuil;
  const sums = await sumsAlone(
    trx,
    { entiteId, nature, demandeurId },
    parts.map(({ contribuable }) => contribuable),
  );
  const whole = sums.demandeur + montant >= seuil.seuil;
  const some = parts.some(
    (part) => (sums.parContribuable.get(part.contribuable) ?? 0) + part.montant >= seuil.seuil,
  );
  if (whole || some) return seuil;
  if (parts.length > 0) await writeAlone(trx, { entiteId, nature, demandeurId }, parts);
  return undefined;
}

/** How the journal tells of an approval. */
export const entryOf = (
  { entiteId, domaine, id }: { entiteId: number; domaine: string; id: number },
  { person, acte, requestId }: { person: Person; acte: Acte; requestId: string },
) => ({ entiteId, utilisateurId: person.id, acte, domaine, ressource: 'approbations', id, requestId });

/** Keeps the command as it was asked for. */
async function wait(
  trx: OpenTransaction,
  person: Person,
  commande: Pick<Commande<never, unknown>, 'nom' | 'nature' | 'domaine'>,
  { corps, requestId, why }: { corps: unknown; requestId: string; why: MustWait },
): Promise<EnAttente> {
  const { nature, domaine } = commande;
  const {
    entiteId,
    objet,
    montant,
    parts,
    motif = null,
    ressource,
    enregistrement,
    avant,
    apres,
    vise = null,
    contexte = null,
  } = why.effet;
  // two that ask for the same at once wait for one another, and the second finds what the first left
  await holdSeuil(trx, entiteId, nature);
  const asked: NewApprobation = {
    entiteId,
    nature,
    commande: commande.nom,
    corps,
    objet,
    ressource: ressource ?? null,
    enregistrement: enregistrement ?? null,
    contribuable: onlyOne(parts),
    montant,
    motif,
    avant,
    apres,
    vise,
    contexte,
    demandeurId: person.id,
  };
  const same = await findSame(trx, asked);
  if (same !== undefined) return new EnAttente({ id: same, statut: 'attente' });
  const id = await insertApprobation(trx, asked, why.seuil.delai);
  await writeJournal(trx, {
    ...entryOf({ entiteId, domaine, id }, { person, acte: 'demander une approbation', requestId }),
    apres: { nature, objet, montant, motif },
  });
  return new EnAttente({ id, statut: 'attente' });
}

/** Does a command, or notes it where a second person decides. */
export const runOf =
  <Corps, Result>(db: Database, commande: Commande<Corps, Result>): Run<Corps, Result> =>
  async (person, corps, requestId) => {
    const outcome = await db.transaction().execute(async (trx) => {
      try {
        return await inTransaction(trx, async () => {
          const done = await commande.execute(trx, person, corps, requestId, undefined);
          const seuil = done.effet && (await reached(trx, commande.nature, person.id, done.effet));
          if (!done.effet || !seuil) return done;
          await checkNow(trx);
          throw new MustWait(done.effet, seuil);
        });
      } catch (error) {
        if (!(error instanceof MustWait)) throw error;
        return wait(trx, person, commande, { corps, requestId, why: error });
      }
    });
    if (outcome instanceof EnAttente) throw outcome;
    await outcome.after?.();
    return outcome.result;
  };
