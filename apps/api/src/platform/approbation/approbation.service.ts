/**
 * Commands that wait for a second person (adr/0033). A command is tried, since only then its effects and amount are
 * known. If it must wait, the trial is rolled back and the command stored. Once approved, it runs again as its
 * requester, if its effects are still the same; what is only shown is not compared.
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

/** A command after its trial. */
export interface Trial {
  commande: Pick<Commande<never, unknown>, 'nom' | 'nature' | 'domaine'>;
  person: Person;
  /** Plain JSON. */
  corps: unknown;
  requestId: string;
  effet: Effet;
}

/** Decides whether a command waits, and stores waiting ones; implemented by the domain `approbations`. */
export interface Approvals {
  /**
   * Locks the threshold until the transaction ends, so that no other command of the same nature passes meanwhile, and
   * records what stays below it.
   * @returns days for which the command waits; undefined if it passes
   */
  delayOf: (trx: OpenTransaction, trial: Trial) => Promise<number | undefined>;
  /** Stores a waiting command; a repeated request is stored once. @param days for which it waits */
  store: (trx: OpenTransaction, trial: Trial, days: number) => Promise<EnAttenteReply['approbation']>;
  /** Whether a nature of command may have to wait in one of the collectivités. */
  asks: (queries: Queries, nature: NatureApprobation, entites: readonly number[]) => Promise<boolean>;
}

/** Effects compared at the approval, as stored in JSON. */
export interface Compared {
  montant: number | null;
  avant: unknown;
  apres: unknown;
}

/** A stored waiting command. */
interface StoredCommande extends Compared {
  id: number;
  commande: string;
  corps: unknown;
  entiteId: number;
  demandeurId: number;
  vise: unknown;
  piece: string | null;
}

/** Result of an approved command. Unless done, nothing of it was written. */
export type Replay =
  | { state: 'done'; after?: (() => Promise<void>) | undefined; laisses: readonly Laisse[] }
  /** Its effects would differ from the approved ones. @property now null if nothing is left to do */
  | { state: 'changed'; now: Compared | null }
  | { state: 'refused'; error: AppError }
  /** The requester's account is no longer active. */
  | { state: 'no requester' }
  /** No domain defines the command any more. */
  | { state: 'unknown' };

/** For domains, to define their commands. */
export interface Approbations extends Pick<Approvals, 'asks'> {
  define: <Corps, Result>(commande: Commande<Corps, Result>) => Run<Corps, Result>;
}

/** For the approval of waiting commands. */
export interface Replays {
  /** Runs in the transaction that locks and decides the approval, so that a command runs once. */
  replay: (trx: OpenTransaction, stored: StoredCommande, requestId: string) => Promise<Replay>;
  /** Domain of a command, for the journal. */
  domaineOf: (nom: string) => string | undefined;
}

/** Rolls a trial back: the command waits. */
class CommandWaits extends Error {
  readonly trial: Trial;
  readonly days: number;
  constructor(trial: Trial, days: number) {
    super('must wait');
    this.trial = trial;
    this.days = days;
  }
}

/** Rolls a replay back: its effects differ from the approved ones. */
class Changed extends Error {
  readonly now: Compared | null;
  constructor(now: Compared | null) {
    super('changed');
    this.now = now;
  }
}

/** Runs a command, or stores it for a second person. */
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
          throw new CommandWaits(trial, days);
        });
      } catch (error) {
        if (!(error instanceof CommandWaits)) throw error;
        return new EnAttente(await approvals.store(trx, error.trial, error.days));
      }
    });
    if (outcome instanceof EnAttente) throw outcome;
    await outcome.after?.();
    return outcome.result;
  };

/** @throws Changed if the effects differ from the approved ones */
function demandSame(stored: Compared, effet: Effet | null, plafond: boolean): void {
  if (!effet) throw new Changed(null);
  if (plafond && effet.montant !== null && effet.montant <= (stored.montant ?? 0)) return;
  const [montant, avant, apres] = JSON.parse(
    JSON.stringify([effet.montant, effet.avant ?? null, effet.apres ?? null]),
  ) as [number | null, unknown, unknown];
  if (!isDeepStrictEqual([montant, avant, apres], [stored.montant, stored.avant, stored.apres]))
    throw new Changed({ montant, avant, apres });
}

/** Whether a later attempt would be refused too; after passing failures the command keeps waiting. */
const isPermanent = (error: AppError): boolean => error.status < 500 && error.status !== 429;

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
  const { id, corps, entiteId, avant, vise, piece } = stored;
  try {
    return await inTransaction(trx, async () => {
      const approved = { id, entiteId, avant, vise, piece };
      const { effet, after } = await commande.execute(trx, person, corps, requestId, approved);
      demandSame(stored, effet, commande.plafond ?? false);
      return { state: 'done', after, laisses: effet?.laisses ?? [] };
    });
  } catch (error) {
    if (error instanceof Changed) return { state: 'changed', now: error.now };
    const refusal = toAppError(error);
    if (!refusal || !isPermanent(refusal)) throw error;
    return { state: 'refused', error: refusal };
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
