/**
 * Commands that wait for a second person (adr/0033). A command is tried: what it would change, and how much it weighs, is
 * known by having been done. Where it must wait, that is undone and the command stored; once it is approved it is done
 * again, as its requester, and only where it still changes just that. What is only shown beside is not compared.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EnAttenteReply, Laisse, NatureApprobation } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import {
  type Database,
  inTransaction,
  type OpenTransaction,
  type Queries,
} from '#src/platform/database/database.ts';
import { type AppError, toAppError } from '#src/platform/http/problem.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { checkNow } from './approbation.repository.ts';
import type { Commande, Effet, Run } from './commande.ts';
import { EnAttente } from './en-attente.ts';

export type { Approved, Commande, Done, Effet, Run } from './commande.ts';

/** A command as it was tried. */
export interface Trial {
  commande: Pick<Commande<never, unknown>, 'nom' | 'nature' | 'domaine'>;
  person: Person;
  /** Plain JSON. */
  corps: unknown;
  requestId: string;
  effet: Effet;
}

/** What decides whether a command waits, and stores one that does: the assembly gives it. */
export interface Approvals {
  /**
   * Locks the threshold until the transaction ends, so that no other command of its nature passes meanwhile, and notes what
   * stays below.
   * @returns days for which the command waits; undefined where it passes
   */
  delayOf: (trx: OpenTransaction, trial: Trial) => Promise<number | undefined>;
  /** Stores the command; asked for twice it waits once. @param days for which it waits */
  store: (trx: OpenTransaction, trial: Trial, days: number) => Promise<EnAttenteReply['approbation']>;
  /** Whether a nature of command may have to wait in one of the collectivités. */
  asks: (queries: Queries, nature: NatureApprobation, entites: readonly number[]) => Promise<boolean>;
}

/** What is compared when a command is approved: what its trial gave, through JSON as it was stored. */
export interface Compared {
  montant: number | null;
  avant: unknown;
  apres: unknown;
}

/** A command that waits, as it was stored. */
interface StoredCommande extends Compared {
  commande: string;
  corps: unknown;
  entiteId: number;
  demandeurId: number;
  vise: unknown;
}

/** What became of an approved command. Where it is not done, nothing of it was. */
export type Replay =
  | { state: 'done'; after?: (() => Promise<void>) | undefined; laisses: readonly Laisse[] }
  /** It would do something else than was approved. @property now null where nothing is left to do */
  | { state: 'changed'; now: Compared | null }
  | { state: 'refused'; error: AppError }
  /** The account of whoever asked for it is not active any more. */
  | { state: 'no requester' }
  /** No domain defines it any more. */
  | { state: 'unknown' };

/** What domains define their commands with. */
export interface Approbations extends Pick<Approvals, 'asks'> {
  define: <Corps, Result>(commande: Commande<Corps, Result>) => Run<Corps, Result>;
}

/** What approves commands that wait. */
export interface Replays {
  /** In the transaction in which the approval is locked and decided, so that a command is done once. */
  replay: (trx: OpenTransaction, stored: StoredCommande, requestId: string) => Promise<Replay>;
  /** Domain that defines a command, for the journal. */
  domaineOf: (nom: string) => string | undefined;
}

/** Undoes a trial: the command waits. */
class MustWait extends Error {
  readonly trial: Trial;
  readonly days: number;
  constructor(trial: Trial, days: number) {
    super('must wait');
    this.trial = trial;
    this.days = days;
  }
}

/** Undoes a replay: it did something else than was approved. */
class Changed extends Error {
  readonly now: Compared | null;
  constructor(now: Compared | null) {
    super('changed');
    this.now = now;
  }
}

/** Does a command, or has it stored where a second person decides. */
const runOf =
  <Corps, Result>(
    db: Database,
    commande: Commande<Corps, Result>,
    approvals: Approvals,
  ): Run<Corps, Result> =>
  async (person, corps, requestId) => {
    const outcome = await db.transaction().execute(async (trx) => {
      try {
        return await inTransaction(trx, async () => {
          const done = await commande.execute(trx, person, corps, requestId, undefined);
          if (!done.effet) return done;
          const trial = { commande, person, corps, requestId, effet: done.effet };
          const days = await approvals.delayOf(trx, trial);
          if (days === undefined) return done;
          await checkNow(trx);
          throw new MustWait(trial, days);
        });
      } catch (error) {
        if (!(error instanceof MustWait)) throw error;
        return new EnAttente(await approvals.store(trx, error.trial, error.days));
      }
    });
    if (outcome instanceof EnAttente) throw outcome;
    await outcome.after?.();
    return outcome.result;
  };

/** @throws Changed where the command did something else than was approved */
function demandSame(stored: Compared, effet: Effet | null, plafond: boolean): void {
  if (!effet) throw new Changed(null);
  if (plafond && effet.montant !== null && effet.montant <= (stored.montant ?? 0)) return;
  const [montant, avant, apres] = JSON.parse(
    JSON.stringify([effet.montant, effet.avant ?? null, effet.apres ?? null]),
  ) as [number | null, unknown, unknown];
  if (!isDeepStrictEqual([montant, avant, apres], [stored.montant, stored.avant, stored.apres]))
    throw new Changed({ montant, avant, apres });
}

/** Refusals that a later attempt would meet again; what passes by itself leaves the command waiting. */
const isLasting = (error: AppError): boolean => error.status < 500 && error.status !== 429;

async function replayOf(
  trx: OpenTransaction,
  commande: Commande<unknown, unknown> | undefined,
  stored: StoredCommande,
  requestId: string,
): Promise<Replay> {
  const requester = await findAbsent(trx, stored.demandeurId);
  if (!requester) return { state: 'no requester' };
  if (!commande) return { state: 'unknown' };
  const person: Person = { ...requester, session: { id: 0, kind: 'bearer', confirmed: true } };
  const { corps, entiteId, avant, vise } = stored;
  try {
    return await inTransaction(trx, async () => {
      const approved = { entiteId, avant, vise };
      const { effet, after } = await commande.execute(trx, person, corps, requestId, approved);
      demandSame(stored, effet, commande.plafond ?? false);
      return { state: 'done', after, laisses: effet?.laisses ?? [] };
    });
  } catch (error) {
    if (error instanceof Changed) return { state: 'changed', now: error.now };
    const known = toAppError(error);
    if (!known || !isLasting(known)) throw error;
    return { state: 'refused', error: known };
  }
}

export function approbations(db: Database, approvals: Approvals): Approbations & Replays {
  const commandes = new Map<string, Commande<unknown, unknown>>();
  return {
    define(commande) {
      commandes.set(commande.nom, commande as unknown as Commande<unknown, unknown>);
      return runOf(db, commande, approvals);
    },
    asks: approvals.asks,
    replay: (trx, stored, requestId) => replayOf(trx, commandes.get(stored.commande), stored, requestId),
    domaineOf: (nom) => commandes.get(nom)?.domaine,
  };
}
