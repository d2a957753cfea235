/** The specification's call for payments and refunds (specification 2 sections 2.8 and 7; docs/regles-de-calcul.md). */
import {
  formatFrancs,
  PAIEMENT_MESSAGES,
  type PaiementBody,
  type PaiementVise,
  type Repartition,
  sumBy,
  type TransactionRow,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations, Commande } from '#src/platform/approbation/approbation.service.ts';
import { batches } from '#src/platform/batch.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { transactionSource } from '../lists/transactions.repository.ts';
import { readSolde, type Solde } from '../undoing/vises.repository.ts';
import { demandUnchanged, imputeFrom, type Source, sourceOf } from '../undoing/vises.service.ts';
import { type BookingRequest, lockPayers } from './booking.repository.ts';
import {
  bookPayments,
  type BookingOutcome,
  bookRequests,
  type CallOptions,
  entiteOfPayer,
  isMethodForbidden,
} from './booking.service.ts';
import { paidBy, readRepartition } from './imputations.repository.ts';
import { noTill, type TillPort } from './till.ts';

/** A transaction that was booked by this call (`nouvelle`) or by an earlier one. */
interface BookedTransaction {
  transaction: TransactionRow;
  nouvelle: boolean;
}
type Outcome = BookedTransaction | AppError;

/** @param requests of different taxpayers */
async function bookAll(
  db: Database,
  till: TillPort,
  requests: readonly BookingRequest[],
): Promise<Outcome[]> {
  const outcomes = await db.transaction().execute((trx) => bookPayments(trx, till, requests));
  return withRows(db, outcomes);
}

/** Books a refund. @returns the payments that it takes back (`vise`), and what the taxpayer had before */
async function bookRefund(
  trx: OpenTransaction,
  request: BookingRequest,
  source: Source,
): Promise<{ booked: BookedTransaction; vise: PaiementVise[]; before: Solde }> {
  await lockPayers(trx, [request]);
  await demandUnchanged(trx, request.entiteId, source);
  const before = await readSolde(trx, request.entiteId, request.contribuable);
  const paid = await paidBy(trx, request.entiteId, request.contribuable);
  let vise: PaiementVise[] = [];
  // no till: only a cancellation takes cash out of a till
  const outcomes = await bookRequests(trx, noTill, [request], async ([refund]) => {
    if (paid < -request.montant) throw invalid('montant', PAIEMENT_MESSAGES.rembourse(paid));
    const { entiteId, contribuable, montant } = request;
    const transaction = (refund as { id: number }).id;
    vise = await imputeFrom(trx, { entiteId, contribuable, transaction, montant: -montant }, source);
  });
  const [outcome] = await withRows(trx, outcomes);
  if (outcome instanceof AppError) throw outcome;
  return { booked: outcome as BookedTransaction, vise, before };
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

/** The booking request of a call, if the person has the right. @throws AppError 400, 403, 404, 409 */
async function requestOf(
  db: Queries,
  person: Person,
  body: PaiementBody,
  { key, refuseExcess, requestId }: CallOptions,
): Promise<BookingRequest> {
  demand(person, 'transactions', 'Créer');
  // a refund needs the right to confirm payments
  if (body.montant < 0) demand(person, 'transactions', 'Valider');
  if (isMethodForbidden(person, body.moyenPaiement)) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
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

/** What is stored of a refund that waits for a second person. */
interface Remboursement {
  body: PaiementBody;
  /** The caller's Idempotency-Key. */
  key: string | null;
}

const remboursement: Commande<Remboursement, BookedTransaction> = {
  nom: 'paiements.remboursement',
  nature: 'remboursement',
  domaine: 'paiements',
  async execute(trx, person, { body, key }, requestId, approved) {
    const options = { key: key ?? undefined, refuseExcess: false, requestId };
    const request = await requestOf(trx, person, body, options);
    const { booked: result, vise, before } = await bookRefund(trx, request, sourceOf(approved));
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

/** What a payment would pay, computed by the SQL that imputes it. @throws AppError 404 */
export async function repartition(
  db: Database,
  person: Person,
  contribuable: number,
  { montant, annee = null }: { montant: number; annee?: number | null | undefined },
): Promise<Repartition> {
  demand(person, 'transactions', 'Créer');
  const entiteId = await entiteOfPayer(db, person, contribuable);
  if (entiteId === undefined) throw notFound();
  const { du, parts } = await readRepartition(db, { entiteId, contribuable, montant, annee });
  const avance = montant - sumBy(parts, (part) => part.montant);
  return { parts, avance, restera: du - (montant - avance) };
}

export function paiementService(
  db: Database,
  { approbations, till }: { approbations: Approbations; till: TillPort },
) {
  const refund = approbations.define(remboursement);
  // two batches keep both cores at work; more would only wait for each other's locks on the totals
  const counter = batches<BookingRequest, Outcome>({
    run: (requests) => bookAll(db, till, requests),
    keysOf: ({ contribuable }) => [contribuable],
    max: 64,
    together: 2,
  });
  return {
    /**
     * Books a payment, or a refund if the amount is negative: once for all calls with the same key or the same reference.
     * @throws AppError 400 at the field that is wrong; 409 if the key or the reference is another payment's, or if the amount
     *   exceeds what is owed and the call refuses that; EnAttente for a refund that a second person decides
     */
    async take(person: Person, body: PaiementBody, options: CallOptions): Promise<BookedTransaction> {
      const request = await requestOf(db, person, body, options);
      if (request.montant < 0) return refund(person, { body, key: options.key ?? null }, options.requestId);
      const outcome = await counter.add(request);
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    },
  };
}
