/**
 * Books a payment again for another taxpayer or by another method, in one act: no money moves, and the new receipt replaces
 * the first. At the counter the person who took the money does it, the same day; on the payment's page, whoever may take
 * payments back. Either may wait for a second person.
 */
import {
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  mayActInBulk,
  PAIEMENT_MESSAGES,
  type ReimputationBody,
  type ReimputationTransactionBody,
  type Transaction,
  type TransactionRow,
} from '@octroi/contract';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Approbations, Approved, Commande } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, refused } from '#src/platform/http/problem.ts';
import { keepPlans, lockPayers } from '../booking/booking.repository.ts';
import { bookRequests, isMethodForbidden } from '../booking/booking.service.ts';
import { findNature, findPayers } from '../booking/encaissements.repository.ts';
import { findEncaissement } from '../booking/encaissements.service.ts';
import { noTill, type TillPort } from '../booking/till.ts';
import { findTransaction, transactionService } from '../lists/transactions.service.ts';
import { demandSession, demandToday, findOwn, undoableLines } from './annulation.service.ts';
import { effetOf, soldesOf, type Wrong } from './reimputation-effet.ts';
import { conflict, type Undoing, type Undone, undoPayments } from './reversal.service.ts';
import { demandUnchanged, sourceOf } from './vises.service.ts';

/** What is stored of a réimputation that waits for a second person. */
interface Reimputation {
  /** The transaction that was wrong. */
  id: number;
  /** The encaissement that it belongs to, if it is done at the counter. */
  encaissement: number | null;
  contribuable: number | null;
  moyenPaiement: number | null;
  motif: string;
  refuseExcess: boolean;
}

/** A payment that the person took at the counter. @throws AppError 404, 409 */
async function atCounter(
  trx: OpenTransaction,
  person: Person,
  encaissement: number,
  { id, approved }: { id: number; approved: Approved | undefined },
): Promise<Wrong> {
  const own = await findOwn(trx, person, encaissement);
  // an approved one was requested the same day
  if (!approved) await demandToday(trx, own);
  const [ligne] = undoableLines(own, [id]);
  return { ...(ligne as NonNullable<typeof ligne>), entiteId: own.entite.id };
}

/**
 * Asks for the right to take payments back. For money to classify, the right to remove payments is enough: only who sees the
 * whole collectivité sees it, and no taxpayer loses it. @throws AppError 403
 */
function demandReversal(person: Person, aClasser: boolean): void {
  demand(person, 'transactions', 'Supprimer');
  if (!aClasser && !mayActInBulk(person)) throw refused();
}

/** @throws AppError 403, 404 */
async function findReversible(queries: Queries, person: Person, id: number): Promise<TransactionRow> {
  demand(person, 'transactions', 'Supprimer');
  const row = await findTransaction(queries, person, id);
  demandReversal(person, row.aClasser);
  return row;
}

/** A confirmed payment of any day and any agent. @throws AppError 403, 404, 409 */
async function atTransaction(trx: OpenTransaction, person: Person, id: number): Promise<Wrong> {
  const row = await findReversible(trx, person, id);
  const { noTransaction, montant, contrib, moyenPaiement, statut, extourne } = row;
  if (statut !== 'Confirmé' || montant <= 0 || extourne) throw conflict(ENCAISSEMENT_MESSAGES.pasReimputable);
  return {
    id,
    entiteId: row.ramification.entite.id,
    noTransaction,
    montant,
    contribuable: { id: contrib.id, fullName: contrib.fullName },
    moyenPaiement: { id: moyenPaiement.id, nom: moyenPaiement.nom },
  };
}

/** The taxpayer and the method that it is booked for. @throws AppError 400, 404 */
async function targetOf(
  trx: OpenTransaction,
  person: Person,
  wrong: Wrong,
  wanted: Pick<Reimputation, 'contribuable' | 'moyenPaiement'>,
) {
  const contribuable = wanted.contribuable ?? wrong.contribuable.id;
  const moyenPaiement = wanted.moyenPaiement ?? wrong.moyenPaiement.id;
  const sameMethod = moyenPaiement === wrong.moyenPaiement.id;
  if (sameMethod && contribuable === wrong.contribuable.id)
    throw invalid('contribuable', ENCAISSEMENT_MESSAGES.pareil);
  const payer = (await findPayers(trx, scopeOf(person), [contribuable])).get(contribuable);
  if (!payer) throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  // money to classify may change its method, but no payment is moved to « Recettes à classer »
  if (wanted.contribuable !== null) refuseSysteme(payer);
  if (payer.entiteId !== wrong.entiteId) throw invalid('contribuable', ENCAISSEMENT_MESSAGES.collectivite);
  const nature = isMethodForbidden(person, moyenPaiement) ? undefined : await findNature(trx, moyenPaiement);
  if (nature === undefined) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  if (nature === 'chèque' && !sameMethod)
    throw invalid('moyenPaiement', ENCAISSEMENT_MESSAGES.chequeAReprendre);
  return { contribuable: payer, moyenPaiement, sameMethod };
}

/** The person's open till session, or null: the till may be closed by the time a request is approved. */
const sessionIfOpen = (till: TillPort): TillPort => ({
  async sessionFor(trx, request) {
    try {
      return await till.sessionFor(trx, request);
    } catch (error) {
      if (error instanceof AppError && error.code === 'caisse.session_absente') return null;
      throw error;
    }
  },
});

/**
 * Takes the wrong payment back.
 * @param strict whether its cash must still lie in the person's open till session; otherwise no till moves
 */
async function takeBackWrong(
  trx: OpenTransaction,
  person: Person,
  wrong: Wrong,
  {
    till,
    strict,
    ...undoing
  }: { till: TillPort; strict: boolean } & Pick<Undoing, 'motif' | 'author' | 'source'>,
): Promise<Undone> {
  const payment = { id: wrong.id, contribuable: wrong.contribuable.id };
  const [undone] = await undoPayments(trx, wrong.entiteId, [payment], {
    ...undoing,
    reason: { nature: 'réimputation' },
    async rule(stored) {
      if (strict) return demandSession(trx, till, person, stored);
      const { entiteId: entite, nature, sessionCaisse } = stored;
      if (sessionCaisse === null) return null;
      const open = await till.sessionFor(trx, { entite, person: person.id, nature, at: new Date() });
      return open === sessionCaisse ? sessionCaisse : null;
    },
  });
  return undone as Undone;
}

const commandeOf = (counterTill: TillPort): Commande<Reimputation, number> => ({
  nom: 'paiements.reimputation',
  nature: 'réimputation',
  domaine: 'paiements',
  async execute(trx, person, corps, requestId, approved) {
    const { id, encaissement, motif, refuseExcess } = corps;
    const atTill = encaissement !== null;
    const source = sourceOf(approved);
    // what has changed is told before the rules of a new request are checked
    if (approved) await demandUnchanged(trx, approved.entiteId, source);
    const wrong = atTill
      ? await atCounter(trx, person, encaissement, { id, approved })
      : await atTransaction(trx, person, id);
    const { entiteId, montant } = wrong;
    const target = await targetOf(trx, person, wrong, corps);
    await keepPlans(trx);
    await lockPayers(
      trx,
      [wrong.contribuable.id, target.contribuable.id].map((contribuable) => ({ entiteId, contribuable })),
    );
    const before = await soldesOf(trx, wrong, target.contribuable);
    const till = atTill ? (approved ? sessionIfOpen(counterTill) : counterTill) : noTill;
    const { payment, sessionCaisse, vise } = await takeBackWrong(trx, person, wrong, {
      till,
      strict: atTill && !approved,
      motif,
      author: { utilisateurId: person.id, requestId },
      source,
    });
    const isRepris = payment.origine === 'reprise';
    const [outcome] = await bookRequests(trx, till, [
      {
        entiteId,
        contribuable: target.contribuable.id,
        montant,
        moyenPaiement: target.moyenPaiement,
        noTransaction: null,
        annee: null,
        motif,
        cle: null,
        refuseExcess,
        agentId: isRepris ? null : (payment.agent ?? person.id),
        auteurId: person.id,
        requestId,
        ...(payment.encaissement === null ? {} : { encaissementId: payment.encaissement }),
        ...(sessionCaisse !== null && target.sameMethod ? { sessionCaisseId: sessionCaisse } : {}),
        remplaceId: id,
        sure: payment.statut === 'Confirmé' && target.sameMethod,
        // what was received before Octroi stays so, with its old receipt
        ...(isRepris
          ? {
              reprise: true,
              prise: true,
              ...(payment.numeroImprime === null ? {} : { numeroImprime: payment.numeroImprime }),
            }
          : {}),
      },
    ]);
    if (outcome instanceof AppError) throw outcome;
    const apres = { contribuable: target.contribuable, moyenPaiement: target.moyenPaiement };
    return {
      result: (outcome as { id: number }).id,
      effet: { ...(await effetOf(trx, wrong, apres, { soldes: before, vise })), motif },
    };
  },
});

export function reimputationService(
  db: Database,
  { till, approbations }: { till: TillPort; approbations: Approbations },
) {
  const run = approbations.define(commandeOf(till));
  const transactions = transactionService(db);
  return {
    /**
     * @param body not read before the person's right is known
     * @throws AppError as a cancellation, and as a payment; EnAttente if a second person decides
     */
    async ofEncaissement(
      person: Person,
      id: number,
      body: ReimputationBody,
      { refuseExcess, requestId }: { refuseExcess: boolean; requestId: string },
    ): Promise<Encaissement> {
      demand(person, 'guichet', 'Annuler');
      const { ligne, contribuable = null, moyenPaiement = null, motif } = body;
      const corps = { id: ligne, encaissement: id, contribuable, moyenPaiement, motif, refuseExcess };
      await run(person, corps, requestId);
      return findEncaissement(db, person, id);
    },

    /** @returns the payment that replaces it @throws AppError as an extourne, and as a payment; EnAttente */
    async ofTransaction(
      person: Person,
      id: number,
      body: ReimputationTransactionBody,
      call: { readonly refuseExcess: boolean; requestId: string },
    ): Promise<Transaction> {
      await findReversible(db, person, id);
      const { refuseExcess, requestId } = call;
      const { contribuable = null, moyenPaiement = null, motif } = body;
      const corps = { id, encaissement: null, contribuable, moyenPaiement, motif, refuseExcess };
      return transactions.show(person, await run(person, corps, requestId));
    },
  };
}
