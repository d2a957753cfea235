/** Taking payments and giving money back (specification 2 sections 2.8 and 7; docs/regles-de-calcul.md). */
import {
  formatFrancs,
  isSuperAdmin,
  PAIEMENT_MESSAGES,
  type PaiementBody,
  type PaiementVise,
  type TransactionRow,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Approbations, Commande } from '#src/platform/approbation/approbation.service.ts';
import { batches } from '#src/platform/batch.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { paidBy } from './imputations.repository.ts';
import { noTill, type TillPort } from './till.ts';
import { type BookingRequest, findPayer, lockPayers } from './booking.repository.ts';
import { bookPayments, type BookingOutcome, bookRequests } from './booking.service.ts';
import { readSolde, type Solde } from '../undoing/vises.repository.ts';
import { demandUnchanged, imputeFrom, type Source, sourceOf } from '../undoing/vises.service.ts';
import { transactionSource } from '../lists/transactions.repository.ts';

/** A payment, and whether this call booked it or an earlier one had. */
export interface Taken {
  transaction: TransactionRow;
  nouvelle: boolean;
}
type Outcome = Taken | AppError;

/** @param requests of different taxpayers */
async function takeAll(
  db: Database,
  till: TillPort,
  requests: readonly BookingRequest[],
): Promise<Outcome[]> {
  const outcomes = await db.transaction().execute((trx) => bookPayments(trx, till, requests));
  return withRows(db, outcomes);
}

/** Books a refund. @returns it, with the payments that it takes back and what the taxpayer had before */
async function bookRefund(
  trx: OpenTransaction,
  request: BookingRequest,
  source: Source,
): Promise<{ taken: Taken; vise: PaiementVise[]; before: Solde }> {
  await lockPayers(trx, [request]);
  await demandUnchanged(trx, request.entiteId, source);
  const before = await readSolde(trx, request.entiteId, request.contribuable);
  const paid = await paidBy(trx, request.entiteId, request.contribuable);
  let vise: PaiementVise[] = [];
  // cash leaves a till by a cancellation alone
  const outcomes = await bookRequests(trx, noTill, [request], async ([refund]) => {
    if (paid < -request.montant) throw invalid('montant', PAIEMENT_MESSAGES.rembourse(paid));
    const { entiteId, contribuable, montant } = request;
    const transaction = (refund as { id: number }).id;
    vise = await imputeFrom(trx, { entiteId, contribuable, transaction, montant: -montant }, source);
  });
  const [outcome] = await withRows(trx, outcomes);
  if (outcome instanceof AppError) throw outcome;
  return { taken: outcome as Taken, vise, before };
}

async function withRows(queries: Queries, outcomes: readonly BookingOutcome[]): Promise<Outcome[]> {
  const ids = outcomes.flatMap((outcome) => (outcome instanceof AppError ? [] : [outcome.id]));
  const rows = new Map((await readRows(queries, transactionSource, ids)).map((row) => [row.id, row]));
  return outcomes.map((outcome) =>
    outcome instanceof AppError
      ? outcome
      : { transaction: rows.get(outcome.id) as TransactionRow, nouvelle: outcome.nouvelle },
  );
}

/** Whether a person is kept from a payment method (specification 2 section 6). */
export const isKeptFrom = (person: Person, moyenPaiement: number): boolean =>
  !isSuperAdmin(person) && person.moyenPaiements.length > 0 && !person.moyenPaiements.includes(moyenPaiement);

/** How a payment is asked for. */
export interface Taking {
  /** The caller's Idempotency-Key. */
  key: string | undefined;
  /** Whether it is refused above what is owed (409 `conflit.excedent`). */
  refuseExcess: boolean;
  requestId: string;
}

export interface PaiementService {
  /**
   * Books a payment, or a refund where the amount is negative: once, whatever the number of calls with the same key or
   * the same reference.
   * @throws AppError 409 where key or reference are another payment's or where it is above what is owed and that is
   *   refused, 400 at the field that is wrong
   */
  take: (person: Person, body: PaiementBody, call: Taking) => Promise<Taken>;
}

/**
 * The collectivité of a taxpayer whom a person sees.
 * @throws AppError 409 for « Recettes à classer », under which no person pays
 */
export async function entiteOfPayer(
  db: Queries,
  person: Person,
  contribuable: number,
): Promise<number | undefined> {
  const payer = await findPayer(db, scopeOf(person), contribuable);
  if (payer) refuseSysteme(payer);
  return payer?.entiteId;
}

/** What a payment is asked for with, by a person who may. @throws AppError 400, 403, 404, 409 */
async function requestOf(
  db: Queries,
  person: Person,
  body: PaiementBody,
  { key, refuseExcess, requestId }: Taking,
): Promise<BookingRequest> {
  demand(person, 'transactions', 'Créer');
  // giving money back is decided by whoever may confirm what came in
  if (body.montant < 0) demand(person, 'transactions', 'Valider');
  if (isKeptFrom(person, body.moyenPaiement)) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  const entiteId = await entiteOfPayer(db, person, body.contribuable);
  if (entiteId === undefined) throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  return {
    entiteId,
    contribuable: body.contribuable,
    montant: body.montant,
    moyenPaiement: body.moyenPaiement,
    noTransaction: body.noTransaction ?? null,
    annee: body.annee ?? null,
    motif: body.motif || null,
    cle: key === undefined ? null : `${person.id}:${key}`,
    refuseExcess: refuseExcess && body.montant > 0,
    agentId: person.id,
    requestId,
  };
}

/** A refund as it is frozen where it waits for a second person. */
interface Remboursement {
  body: PaiementBody;
  /** The caller's Idempotency-Key. */
  key: string | null;
}

const remboursement: Commande<Remboursement, Taken> = {
  nom: 'paiements.remboursement',
  nature: 'remboursement',
  domaine: 'paiements',
  async execute(trx, person, { body, key }, requestId, approved) {
    const taking = { key: key ?? undefined, refuseExcess: false, requestId };
    const request = await requestOf(trx, person, body, taking);
    const { taken: result, vise, before } = await bookRefund(trx, request, sourceOf(approved));
    if (!result.nouvelle) return { result, effet: null };
    const { contrib, moyenPaiement } = result.transaction;
    const montant = -request.montant;
    return {
      result,
      effet: {
        entiteId: request.entiteId,
        objet: `Rendre ${formatFrancs(montant)} à ${contrib.fullName}`,
        montant,
        parts: [{ contribuable: request.contribuable, montant }],
        motif: request.motif,
        ressource: 'contribuables',
        enregistrement: request.contribuable,
        avant: null,
        apres: { montant: request.montant },
        vise,
        contexte: {
          avant: before,
          apres: {
            ...(await readSolde(trx, request.entiteId, request.contribuable)),
            moyenPaiement: moyenPaiement.nom,
          },
        },
      },
    };
  },
};

export function paiementService(
  db: Database,
  { approbations, till }: { approbations: Approbations; till: TillPort },
): PaiementService {
  const rembourser = approbations.define(remboursement);
  // two at once keep both cores at work; more would only wait for one another's totals
  const counter = batches<BookingRequest, Outcome>({
    run: (requests) => takeAll(db, till, requests),
    keysOf: ({ contribuable }) => [contribuable],
    max: 64,
    together: 2,
  });
  return {
    async take(person, body, taking) {
      const request = await requestOf(db, person, body, taking);
      if (request.montant < 0) return rembourser(person, { body, key: taking.key ?? null }, taking.requestId);
      const outcome = await counter.add(request);
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    },
  };
}
