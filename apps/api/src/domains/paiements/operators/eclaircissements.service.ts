/** Clearing up by the office of notifications that could not be applied (ADR 0061). */
import {
  ECLAIRCISSEMENT_MESSAGES as MESSAGES,
  type EclaircissementBody,
  eclaircissementList,
  type EclaircissementQuery,
  type EclaircissementRow,
  type EclaircissementTotals,
  isBookable,
  PAIEMENT_MESSAGES,
} from '@octroi/contract';
import {
  demand,
  demandEntite,
  demandUtilisateur,
  type Person,
  scopeOf,
} from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { narrowingOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { recettesAClasser } from '../booking/a-classer.service.ts';
import { caseConditions, eclaircissementSource, visibleCases } from './eclaircissements.repository.ts';
import { freeReference, lockCase, type LockedCase, settleCase } from './notifications.repository.ts';
import { lockPayers, lockTransactions } from '../booking/booking.repository.ts';
import { bookPayments, entiteOfPayer } from '../booking/booking.service.ts';
import { noTill } from '../booking/till.ts';
import { undoPayments } from '../undoing/reversal.service.ts';

const refuse = (message: string): AppError => new AppError('conflit.regle', message);

/** The collectivité in which the money of a case is booked. @throws AppError 400, 403, 404 */
async function entiteOf(
  trx: OpenTransaction,
  person: Person,
  cas: LockedCase,
  { contribuable, entite }: EclaircissementBody,
): Promise<number> {
  const entiteId = contribuable ? await entiteOfPayer(trx, person, contribuable) : (cas.entiteId ?? entite);
  if (contribuable && entiteId === undefined)
    throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  if (!entiteId) throw invalid('entite', MESSAGES.collectivite);
  if (cas.entiteId !== null && entiteId !== cas.entiteId)
    throw invalid('contribuable', PAIEMENT_MESSAGES.contribuable);
  // « Recettes à classer » is only for who sees the whole collectivité
  if (!contribuable) demandEntite(person, entiteId);
  return entiteId;
}

/** Ends the waiting of the payment that the case names. @throws AppError 409 if it counts: it must be taken back first */
async function endPayment(
  trx: OpenTransaction,
  cas: LockedCase,
  { motif, author }: { motif: string; author: { utilisateurId: number; requestId: string } },
): Promise<void> {
  if (cas.entiteId === null || cas.transaction === null) return;
  const [payment] = await lockTransactions(trx, cas.entiteId, [cas.transaction]);
  if (payment?.statut === 'En attente de confirmation')
    await undoPayments(trx, cas.entiteId, [payment], { reason: { nature: 'échec' }, motif, author });
  else if (payment?.statut === 'Confirmé' && !payment.reversed)
    throw refuse(MESSAGES.extournerDAbord(payment.noTransaction));
}

/** Whether the case was settled by the same command, which is then a repetition. */
const isSettledSo = (cas: LockedCase, { acte, motif, contribuable }: EclaircissementBody): boolean =>
  cas.acte === acte && cas.note === motif && (acte !== 'encaisser' || cas.payeur === (contribuable ?? null));

/** Books the operator's money as it was received. @returns the id of the transaction */
async function book(
  trx: OpenTransaction,
  person: Person,
  cas: LockedCase,
  {
    entiteId,
    contribuable,
    motif,
    requestId,
  }: { entiteId: number; contribuable: number; motif: string; requestId: string },
): Promise<number> {
  const { moyenPaiement, corps, montant } = cas;
  const request = {
    entiteId,
    contribuable,
    montant,
    moyenPaiement,
    noTransaction: await freeReference(trx, entiteId, corps.noTransaction),
    annee: null,
    motif,
    cle: `notification:${moyenPaiement}:${corps.evenement}`,
    refuseExcess: false,
    agentId: null,
    auteurId: person.id,
    requestId,
    prise: true,
    sure: true,
  };
  const [booked] = await bookPayments(trx, noTill, [request]);
  if (booked instanceof AppError) throw booked;
  return (booked as { id: number }).id;
}

export function eclaircissementService(db: Database) {
  function narrow(person: Person, query: EclaircissementQuery) {
    demandUtilisateur(person);
    demand(person, 'transactions', 'Lister');
    return {
      source: eclaircissementSource,
      conditions: caseConditions(scopeOf(person), query),
      ...narrowingOf(query),
    };
  }
  const find = async (person: Person, id: number): Promise<EclaircissementRow> => {
    const conditions = caseConditions(scopeOf(person), { etat: 'tous' });
    const row = await findRow(db, eclaircissementSource, id, { conditions });
    if (!row) throw notFound();
    return row;
  };

  return {
    ...readerOf(db, narrow),
    totals(person: Person, query: EclaircissementQuery): Promise<EclaircissementTotals> {
      const request = narrow(person, query);
      return sumRows(db, request.source, request, eclaircissementList);
    },

    /**
     * Settles a case, once: the same act again changes nothing.
     * @param readBody not called before the person's right is known
     * @throws AppError 403, 404; 409 if it was settled otherwise, or if its payment must be taken back first
     */
    async settle(
      person: Person,
      id: number,
      readBody: () => EclaircissementBody,
      requestId: string,
    ): Promise<EclaircissementRow> {
      demandUtilisateur(person);
      demand(person, 'transactions', 'Valider');
      const before = await find(person, id);
      const body = readBody();
      const { acte, motif } = body;
      // a named taxpayer is checked for every act
      if (body.contribuable) await entiteOfPayer(db, person, body.contribuable);
      await db.transaction().execute(async (trx) => {
        const cas = await lockCase(trx, before.id, visibleCases(scopeOf(person)));
        if (!cas) throw notFound();
        if (cas.acte !== null) {
          if (isSettledSo(cas, body)) return;
          throw refuse(MESSAGES.dejaRegle);
        }
        const author = { utilisateurId: person.id, requestId };
        let { entiteId } = cas;
        let encaisse: number | null = null;
        if (acte === 'encaisser') {
          if (!isBookable(cas)) throw refuse(MESSAGES.rienAEncaisser);
          entiteId = await entiteOf(trx, person, cas, body);
          const contribuable = body.contribuable ?? (await recettesAClasser(trx, { entiteId, ...author }));
          await lockPayers(
            trx,
            [contribuable, cas.contribuable].flatMap((payer) =>
              payer === null ? [] : [{ entiteId: entiteId as number, contribuable: payer }],
            ),
          );
          await endPayment(trx, cas, { motif, author });
          encaisse = await book(trx, person, cas, { entiteId, contribuable, motif, requestId });
        } else if (acte === 'rendre') {
          if (cas.contribuable !== null && entiteId !== null)
            await lockPayers(trx, [{ entiteId, contribuable: cas.contribuable }]);
          await endPayment(trx, cas, { motif, author });
        }
        await settleCase(trx, cas.id, { entiteId, acte, note: motif, par: person.id, encaisse });
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'modifier',
          domaine: 'paiements',
          ressource: 'a_eclaircir',
          id: cas.id,
          avant: { motif: before.message, montant: cas.montant },
          apres: { decision: acte, motif, ...(encaisse === null ? {} : { transaction: encaisse }) },
          requestId,
        });
      });
      return find(person, id);
    },
  };
}
