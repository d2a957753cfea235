/**
 * Books a payment anew, for the right taxpayer or by the right method, in one act: no money moves, and the new receipt
 * replaces the first. At the counter it is done by whoever took the money, the same day; at the transaction, by whoever may
 * take payments back. Either may wait for a second person.
 */
import {
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  mayActInBulk,
  PAIEMENT_MESSAGES,
  type PaiementVise,
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
import { demandToday, type Means, ofOwn, refuse, sessionOf, standing } from './annulation.service.ts';
import { findNature, findPayers, readCash, readHandedOver } from '../booking/encaissements.repository.ts';
import { findEncaissement } from '../booking/encaissements.service.ts';
import { type BookingRequest, keepPlans, lockPayers } from '../booking/booking.repository.ts';
import { bookRequests } from '../booking/booking.service.ts';
import { isKeptFrom } from '../booking/paiements.service.ts';
import { effetOf, soldesOf, type Wrong } from './reimputation-effet.ts';
import { demandUnchanged, type Reprise, repriseOf } from './reprises.service.ts';
import { noTill, type TillPort } from '../booking/till.ts';
import { type Held, holdTransaction } from './transaction-changes.repository.ts';
import { reverse, settle } from './transaction-changes.service.ts';
import { findTransaction, transactionService } from '../lists/transactions.service.ts';

/** What is frozen of it. */
interface Reimputation {
  /** The transaction that was wrong. */
  id: number;
  /** What it was handed over with, where the counter asks. */
  encaissement: number | null;
  contribuable: number | null;
  moyenPaiement: number | null;
  motif: string;
  refuseExcess: boolean;
}

/** One that the person took at the counter. @throws AppError 404, 409 */
async function atCounter(
  trx: OpenTransaction,
  person: Person,
  encaissement: number,
  { id, approved }: { id: number; approved: Approved | undefined },
): Promise<Wrong> {
  const own = await ofOwn(trx, person, encaissement);
  // it was asked for in time
  if (!approved) await demandToday(trx, own);
  const [ligne] = standing(own, [id]);
  return { ...(ligne as NonNullable<typeof ligne>), entiteId: own.entite.id };
}

/**
 * Those who may take payments back; of money that is to be classified, whoever may remove payments of the whole collectivité,
 * since nobody else sees it and no taxpayer loses it. @throws AppError 403
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

/** One that came in, whenever and by whom. @throws AppError 403, 404, 409 */
async function atTransaction(trx: OpenTransaction, person: Person, id: number): Promise<Wrong> {
  const row = await findReversible(trx, person, id);
  const { noTransaction, montant, contrib, moyenPaiement, statut, extourne } = row;
  if (statut !== 'Confirmé' || montant <= 0 || extourne) throw refuse(ENCAISSEMENT_MESSAGES.pasReimputable);
  return {
    id,
    entiteId: row.ramification.entite.id,
    noTransaction,
    montant,
    contribuable: { id: contrib.id, fullName: contrib.fullName },
    moyenPaiement: { id: moyenPaiement.id, nom: moyenPaiement.nom },
  };
}

/** For whom and by which method it is booked. @throws AppError 400, 404 */
async function targetOf(
  trx: OpenTransaction,
  person: Person,
  wrong: Wrong,
  asked: Pick<Reimputation, 'contribuable' | 'moyenPaiement'>,
) {
  const contribuable = asked.contribuable ?? wrong.contribuable.id;
  const moyenPaiement = asked.moyenPaiement ?? wrong.moyenPaiement.id;
  const sameMethod = moyenPaiement === wrong.moyenPaiement.id;
  if (sameMethod && contribuable === wrong.contribuable.id)
    throw invalid('contribuable', ENCAISSEMENT_MESSAGES.pareil);
  const payer = (await findPayers(trx, scopeOf(person), [contribuable])).get(contribuable);
  if (!payer) throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  // money that is to be classified may change its method, but none is given to « Recettes à classer »
  if (asked.contribuable !== null) refuseSysteme(payer);
  if (payer.entiteId !== wrong.entiteId) throw invalid('contribuable', ENCAISSEMENT_MESSAGES.collectivite);
  const nature = isKeptFrom(person, moyenPaiement) ? undefined : await findNature(trx, moyenPaiement);
  if (nature === undefined) throw invalid('moyenPaiement', PAIEMENT_MESSAGES.moyen);
  if (nature === 'chèque' && !sameMethod)
    throw invalid('moyenPaiement', ENCAISSEMENT_MESSAGES.chequeAReprendre);
  return { contribuable: payer, moyenPaiement, sameMethod };
}

interface TakingBack {
  till: TillPort;
  motif: string;
  requestId: string;
  /** Whether it may be booked without the till that its cash came into. */
  lenient: boolean;
  reprise: Reprise;
}

/** The open till of a person, where there is one: what was approved meanwhile may find it counted. */
const openIfAny = (till: TillPort): TillPort => ({
  async sessionFor(trx, asked) {
    try {
      return await till.sessionFor(trx, asked);
    } catch (error) {
      if (error instanceof AppError && error.code === 'caisse.session_absente') return null;
      throw error;
    }
  },
});

const commandeOf = (means: Pick<Means, 'till'>): Commande<Reimputation, number> => ({
  nom: 'paiements.reimputation',
  nature: 'réimputation',
  domaine: 'paiements',
  async execute(trx, person, corps, requestId, approved) {
    const { id, encaissement, motif, refuseExcess } = corps;
    const counter = encaissement !== null;
    // says what has changed, before the rules of a new demand are asked
    if (approved) await demandUnchanged(trx, approved.entiteId, repriseOf(approved));
    const wrong = counter
      ? await atCounter(trx, person, encaissement, { id, approved })
      : await atTransaction(trx, person, id);
    const { entiteId, montant } = wrong;
    const target = await targetOf(trx, person, wrong, corps);
    await keepPlans(trx);
    await lockPayers(
      trx,
      [...new Set([wrong.contribuable.id, target.contribuable.id])].map((contribuable) => ({
        entiteId,
        contribuable,
      })),
    );
    const held = await holdTransaction(trx, entiteId, id);
    if (!held || held.statut === 'Failed') throw refuse(ENCAISSEMENT_MESSAGES.dejaAnnule);
    const till = counter ? (approved ? openIfAny(means.till) : means.till) : noTill;
    const before = await soldesOf(trx, wrong, target.contribuable);
    const { sessionCaisse: sessionCaisseId, vise } = await takeBack(trx, person, held, {
      till,
      motif,
      requestId,
      lenient: !counter || approved !== undefined,
      reprise: repriseOf(approved),
    });
    const handed = await readHandedOver(trx, entiteId, id);
    const request: BookingRequest = {
      entiteId,
      contribuable: target.contribuable.id,
      montant,
      moyenPaiement: target.moyenPaiement,
      noTransaction: null,
      annee: null,
      motif,
      cle: null,
      refuseExcess,
      agentId: handed.agent ?? person.id,
      auteurId: person.id,
      requestId,
      ...(handed.encaissement === null ? {} : { encaissementId: handed.encaissement }),
      ...(sessionCaisseId !== null && target.sameMethod ? { sessionCaisseId } : {}),
      remplaceId: id,
      sure: held.statut === 'Confirmé' && target.sameMethod,
    };
    const [outcome] = await bookRequests(trx, till, [request]);
    if (outcome instanceof AppError) throw outcome;
    const apres = { contribuable: target.contribuable, moyenPaiement: target.moyenPaiement };
    return {
      result: (outcome as { id: number }).id,
      effet: { ...(await effetOf(trx, wrong, apres, { soldes: before, vise })), motif },
    };
  },
});

/** @returns the payments that are taken back, and the till session that its cash goes back out of and into again */
async function takeBack(
  trx: OpenTransaction,
  person: Person,
  held: Held,
  { till, motif, requestId, lenient, reprise }: TakingBack,
): Promise<{ sessionCaisse: number | null; vise: PaiementVise[] }> {
  const author = { utilisateurId: person.id, requestId };
  if (held.statut !== 'Confirmé') {
    await settle(trx, held, 'Failed', author, { motif });
    return { sessionCaisse: null, vise: [] };
  }
  const cash = await readCash(trx, held.entiteId, held.id);
  const asked = { entite: held.entiteId, person: person.id, nature: cash.nature, at: new Date() };
  // beyond the open till it belongs to none: no cash moves
  const sessionCaisse = lenient
    ? cash.session !== null && (await till.sessionFor(trx, asked)) === cash.session
      ? cash.session
      : null
    : await sessionOf(trx, till, person, { entite: held.entiteId, ...cash });
  return { sessionCaisse, vise: await reverse(trx, held, motif, { ...author, sessionCaisse, reprise }) };
}

export function reimputationService(
  db: Database,
  { till, approbations }: { till: TillPort; approbations: Approbations },
) {
  const run = approbations.define(commandeOf({ till }));
  const transactions = transactionService(db);
  return {
    /**
     * @param body read once the person is known to have the right
     * @throws AppError as a cancellation, and as a payment; EnAttente where a second person decides
     */
    async ofEncaissement(
      person: Person,
      id: number,
      body: ReimputationBody,
      { refuseExcess, requestId }: { refuseExcess: boolean; requestId: string },
    ): Promise<Encaissement> {
      demand(person, 'guichet', 'Annuler');
      const { ligne, contribuable = null, moyenPaiement = null, motif } = body;
      const asked = { id: ligne, encaissement: id, contribuable, moyenPaiement, motif, refuseExcess };
      await run(person, asked, requestId);
      return findEncaissement(db, person, id);
    },

    /** @returns the payment in its place @throws AppError as an extourne, and as a payment; EnAttente */
    async ofTransaction(
      person: Person,
      id: number,
      body: ReimputationTransactionBody,
      taking: { readonly refuseExcess: boolean; requestId: string },
    ): Promise<Transaction> {
      await findReversible(db, person, id);
      const { refuseExcess, requestId } = taking;
      const { contribuable = null, moyenPaiement = null, motif } = body;
      const asked = { id, encaissement: null, contribuable, moyenPaiement, motif, refuseExcess };
      return transactions.show(person, await run(person, asked, requestId));
    },
  };
}
