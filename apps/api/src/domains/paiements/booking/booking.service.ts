/**
 * Booking of payments. The counter, the specification's call, operators, phones and réimputations all book here
 * (specification 2 section 2.8; docs/regles-de-calcul.md, « Ce qui est payé »).
 */
import { isSuperAdmin, PAIEMENT_MESSAGES } from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import {
  type Acte,
  type JournalEntry,
  writeJournal,
  writeJournals,
} from '#src/platform/journal/journal.repository.ts';
import { imputePayments } from './imputations.repository.ts';
import {
  type BookedPayment,
  type BookingRequest,
  confirmTransaction,
  type Examination,
  examine,
  findPayer,
  insertPayments,
  keepPlans,
  lockPayers,
  lockTransactions,
  type LockedPayment,
} from './booking.repository.ts';
import type { TillPort } from './till.ts';

/** What a call says about how to book, beside the payment. */
export interface CallOptions {
  /** The caller's Idempotency-Key. */
  key: string | undefined;
  /** Whether to refuse more than what is owed (409 `conflit.excedent`). */
  refuseExcess: boolean;
  requestId: string;
}

/** Whether a person may not use a payment method (specification 2 section 6). */
export const isMethodForbidden = (person: Person, moyenPaiement: number): boolean =>
  !isSuperAdmin(person) && person.moyenPaiements.length > 0 && !person.moyenPaiements.includes(moyenPaiement);

/**
 * The collectivité of a taxpayer in the person's scope; undefined if it is not.
 * @throws AppError 409 for « Recettes à classer », for which no person books
 */
export async function entiteOfPayer(
  queries: Queries,
  person: Person,
  contribuable: number,
): Promise<number | undefined> {
  const payer = await findPayer(queries, scopeOf(person), contribuable);
  if (payer) refuseSysteme(payer);
  return payer?.entiteId;
}

/** A payment that was booked by this call (`nouvelle`) or by an earlier one with the same key or reference. */
export interface Booking {
  id: number;
  nouvelle: boolean;
}
/** The outcome of one request: its booking, or why it is refused. */
export type BookingOutcome = Booking | AppError;

/** A payment that was booked earlier, an obstacle, or undefined if the request can be booked. */
type Verdict = { id: number } | AppError | undefined;

function verdictOf(
  request: BookingRequest,
  { nature, anneeDue, plafond, du, attente, byKey, byReference }: Examination,
): Verdict {
  if (byKey) return byKey.same ? byKey : new AppError('conflit.doublon', PAIEMENT_MESSAGES.cle);
  if (byReference) {
    const message = PAIEMENT_MESSAGES.reference;
    return byReference.same
      ? byReference
      : new AppError('conflit.doublon', message, [{ field: 'noTransaction', message }]);
  }
  if (nature === null) return invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  if (!anneeDue && request.annee !== null) return invalid('annee', PAIEMENT_MESSAGES.annee(request.annee));
  const { montant } = request;
  if (plafond !== null && montant > plafond) return invalid('montant', PAIEMENT_MESSAGES.plafond(plafond));
  if (du !== null && attente !== null && montant > du - attente)
    return new AppError('conflit.excedent', PAIEMENT_MESSAGES.excedent(montant, du, attente));
  return undefined;
}

const ownerOf = ({ entiteId, agentId }: BookingRequest): string => `${entiteId} ${agentId}`;

/** The open session of each agent's till, by agent; an agent without one gets the error that refuses the payments. */
async function readSessions(
  trx: OpenTransaction,
  till: TillPort,
  requests: readonly BookingRequest[],
): Promise<ReadonlyMap<string, number | AppError | null>> {
  const sessions = new Map<string, number | AppError | null>();
  // a payment without an agent is in no till
  const withAgent = requests.flatMap((request) =>
    request.agentId === null ? [] : [{ ...request, agentId: request.agentId }],
  );
  // always locked in the same order
  for (const request of withAgent.sort((a, b) => a.entiteId - b.entiteId || a.agentId - b.agentId)) {
    const { entiteId: entite, agentId: person } = request;
    const key = ownerOf(request);
    if (sessions.has(key)) continue;
    try {
      sessions.set(key, await till.sessionFor(trx, { entite, person, nature: 'espèces', at: new Date() }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sessions.set(key, error);
    }
  }
  return sessions;
}

/** A request with its till session, and whether it can be booked. */
export interface ExaminedRequest {
  request: BookingRequest;
  verdict: Verdict;
}

/**
 * Checks the requests. Taxpayers are locked first, so two calls with the same key get the same answer.
 * @param requests of different taxpayers, who are locked
 */
export async function examineRequests(
  trx: OpenTransaction,
  till: TillPort,
  requests: readonly BookingRequest[],
): Promise<ExaminedRequest[]> {
  const examinations = await examine(trx, requests);
  const examined = requests.map((request, index) => {
    const examination = examinations[index] as Examination;
    const verdict = verdictOf(request, examination);
    return { request, verdict, isCash: verdict === undefined && examination.nature === 'espèces' };
  });
  const sessions = await readSessions(
    trx,
    till,
    examined.flatMap(({ request, isCash }) =>
      isCash && request.sessionCaisseId === undefined ? [request] : [],
    ),
  );
  return examined.map(({ request, verdict, isCash }): ExaminedRequest => {
    const session = isCash ? sessions.get(ownerOf(request)) : undefined;
    if (session instanceof AppError) return { request, verdict: session };
    return {
      request: typeof session === 'number' ? { ...request, sessionCaisseId: session } : request,
      verdict,
    };
  });
}

const journalEntryOf = (
  request: BookingRequest,
  { id, statut, noTransaction, frais }: BookedPayment,
): JournalEntry => {
  const { entiteId, agentId, auteurId = agentId, requestId } = request;
  const { contribuable, montant, moyenPaiement, annee, motif } = request;
  return {
    entiteId,
    utilisateurId: auteurId,
    acte: 'créer',
    domaine: 'paiements',
    ressource: 'transactions',
    id,
    apres: { contribuable, montant, frais, moyenPaiement, noTransaction, annee, motif, statut },
    requestId,
  };
};

/** Imputes payments that count at once. */
type Impute = (confirmed: readonly BookedPayment[]) => Promise<void>;

/** By the general rule: the year that is asked for, then the oldest due. */
const imputeByRule =
  (trx: OpenTransaction): Impute =>
  (confirmed) =>
    imputePayments(
      trx,
      confirmed.map(({ id }) => id),
    );

/**
 * Inserts requests that can be booked, imputes those that count at once, and writes the journal.
 * @param requests of different taxpayers, who are locked
 * @returns what was booked, by taxpayer
 */
export async function insertRequests(
  trx: OpenTransaction,
  requests: readonly BookingRequest[],
  impute: Impute = imputeByRule(trx),
): Promise<ReadonlyMap<number, BookedPayment>> {
  const booked = requests.length > 0 ? await insertPayments(trx, requests) : [];
  const byPayer = new Map(booked.map((row) => [row.contribuable, row]));
  const confirmed = booked.filter(({ statut }) => statut === 'Confirmé');
  if (confirmed.length > 0) await impute(confirmed);
  await writeJournals(
    trx,
    requests.map((request) => journalEntryOf(request, byPayer.get(request.contribuable) as BookedPayment)),
  );
  return byPayer;
}

/**
 * Books each request that nothing forbids.
 * @param requests of different taxpayers, who are locked
 * @param impute the general rule when absent; a refund has its own
 * @returns the outcome of each request, in the same order
 */
export async function bookRequests(
  trx: OpenTransaction,
  till: TillPort,
  requests: readonly BookingRequest[],
  impute?: Impute,
): Promise<BookingOutcome[]> {
  const examined = await examineRequests(trx, till, requests);
  const free = examined.flatMap(({ request, verdict }) => (verdict === undefined ? [request] : []));
  const byPayer = await insertRequests(trx, free, impute);
  return examined.map(({ request, verdict }) => {
    if (verdict instanceof AppError) return verdict;
    if (verdict) return { id: verdict.id, nouvelle: false };
    return { id: (byPayer.get(request.contribuable) as BookedPayment).id, nouvelle: true };
  });
}

/** Locks the taxpayers, then books: `bookRequests`. @param requests of different taxpayers */
export async function bookPayments(
  trx: OpenTransaction,
  till: TillPort,
  requests: readonly BookingRequest[],
): Promise<BookingOutcome[]> {
  await keepPlans(trx);
  await lockPayers(trx, requests);
  return bookRequests(trx, till, requests);
}

/** Who acts on a payment. */
export interface Author {
  /** Null for a notification of an operator. */
  utilisateurId: number | null;
  requestId: string;
}

/** The journal entry of an act on a payment, without what it changed. */
export const journalOf = (
  { entiteId, id }: LockedPayment,
  { utilisateurId, requestId }: Author,
  acte: Acte,
): JournalEntry => ({
  entiteId,
  utilisateurId,
  acte,
  domaine: 'paiements',
  ressource: 'transactions',
  id,
  requestId,
});

/**
 * Locks taxpayers, then transactions of theirs.
 * @throws AppError 404 if one is gone, or has another taxpayer by now
 */
export async function lockPayments(
  trx: OpenTransaction,
  entiteId: number,
  ids: readonly number[],
  payers: readonly number[],
): Promise<LockedPayment[]> {
  await lockPayers(
    trx,
    payers.map((contribuable) => ({ entiteId, contribuable })),
  );
  const payments = await lockTransactions(trx, entiteId, ids);
  if (payments.length < ids.length || payments.some(({ contribuable }) => !payers.includes(contribuable)))
    throw new AppError('introuvable', "Cette transaction n'existe plus.");
  return payments;
}

/** Confirms a payment that waits: it counts from now on. @param frais commission that the operator kept */
export async function confirmPayment(
  trx: OpenTransaction,
  payment: LockedPayment,
  author: Author,
  frais?: number,
): Promise<void> {
  const { montant, statut } = payment;
  await confirmTransaction(trx, payment, frais);
  await imputePayments(trx, [payment.id]);
  await writeJournal(trx, {
    ...journalOf(payment, author, 'confirmer'),
    avant: { montant, statut },
    apres: { montant, statut: 'Confirmé' },
  });
}
