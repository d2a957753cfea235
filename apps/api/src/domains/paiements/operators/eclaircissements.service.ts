/** What the office does with what an operator said and that could not be applied (ADR 0061). */
import {
  ECLAIRCISSEMENT_MESSAGES as MESSAGES,
  type EclaircissementBody,
  eclaircissementList,
  type EclaircissementQuery,
  type EclaircissementRow,
  type EclaircissementTotals,
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
import { askedOf, findRow, sumRows } from '#src/platform/listing/listing.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { recettesAClasser } from '../booking/a-classer.service.ts';
import { caseConditions, eclaircissementSource, visibleCases } from './eclaircissements.repository.ts';
import { freeReference, type HeldCase, holdCase, settleCase } from './notifications.repository.ts';
import { lockPayers, lockTransactions } from '../booking/booking.repository.ts';
import { bookPayments, entiteOfPayer } from '../booking/booking.service.ts';
import { noTill } from '../booking/till.ts';
import { undoPayments } from '../undoing/reversal.service.ts';

const refuse = (message: string): AppError => new AppError('conflit.regle', message);

/** The collectivité where it is booked. @throws AppError 400, 403, 404 */
async function entiteOf(
  trx: OpenTransaction,
  person: Person,
  held: HeldCase,
  { contribuable, entite }: EclaircissementBody,
): Promise<number> {
  const own = contribuable ? await entiteOfPayer(trx, person, contribuable) : (held.entiteId ?? entite);
  if (contribuable && own === undefined) throw new AppError('introuvable', PAIEMENT_MESSAGES.contribuable);
  if (!own) throw invalid('entite', MESSAGES.collectivite);
  if (held.entiteId !== null && own !== held.entiteId)
    throw invalid('contribuable', PAIEMENT_MESSAGES.contribuable);
  // « Recettes à classer » is the whole collectivité's
  if (!contribuable) demandEntite(person, own);
  return own;
}

/**
 * The payment that the notification is about stops waiting; one that counts must be taken back first, by whoever may.
 * @throws AppError 409
 */
async function endPayment(
  trx: OpenTransaction,
  held: HeldCase,
  { motif, author }: { motif: string; author: { utilisateurId: number; requestId: string } },
): Promise<void> {
  if (held.entiteId === null || held.transaction === null) return;
  const [payment] = await lockTransactions(trx, held.entiteId, [held.transaction]);
  if (payment?.statut === 'En attente de confirmation')
    await undoPayments(trx, held.entiteId, [payment], { reason: { nature: 'échec' }, motif, author });
  else if (payment?.statut === 'Confirmé' && !payment.reversed)
    throw refuse(MESSAGES.extournerDAbord(payment.noTransaction));
}

/** Books what the operator brought, as it was received, for a taxpayer or to be classified. @returns its transaction */
async function book(
  trx: OpenTransaction,
  person: Person,
  held: HeldCase,
  {
    entiteId,
    contribuable,
    motif,
    requestId,
  }: { entiteId: number; contribuable: number; motif: string; requestId: string },
): Promise<number> {
  const { moyenPaiement, corps, montant } = held;
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
    // nobody took it
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
  function ask(person: Person, query: EclaircissementQuery) {
    demandUtilisateur(person);
    demand(person, 'transactions', 'Lister');
    return {
      source: eclaircissementSource,
      conditions: caseConditions(scopeOf(person), query),
      ...askedOf(query),
    };
  }
  const find = async (person: Person, id: number): Promise<EclaircissementRow> => {
    const conditions = caseConditions(scopeOf(person), { etat: 'tous' });
    const row = await findRow(db, eclaircissementSource, id, { conditions });
    if (!row) throw notFound();
    return row;
  };

  return {
    ...readerOf(db, ask),
    totals(person: Person, query: EclaircissementQuery): Promise<EclaircissementTotals> {
      const asked = ask(person, query);
      return sumRows(db, asked.source, asked, eclaircissementList);
    },

    /**
     * Settles a case, once: the same act again changes nothing.
     * @throws AppError 403, 404; 409 where it was settled otherwise, or its payment must be taken back first
     */
    async settle(
      person: Person,
      id: number,
      given: () => EclaircissementBody,
      requestId: string,
    ): Promise<EclaircissementRow> {
      demandUtilisateur(person);
      demand(person, 'transactions', 'Valider');
      const before = await find(person, id);
      const body = given();
      const { acte, motif } = body;
      // who is named is looked at whatever the act
      if (body.contribuable) await entiteOfPayer(db, person, body.contribuable);
      await db.transaction().execute(async (trx) => {
        const held = await holdCase(trx, before.id, visibleCases(scopeOf(person)));
        if (!held) throw notFound();
        if (held.acte !== null) {
          if (held.acte === acte && held.note === motif) return;
          throw refuse(MESSAGES.dejaRegle);
        }
        const author = { utilisateurId: person.id, requestId };
        let { entiteId } = held;
        let encaisse: number | null = null;
        if (acte === 'encaisser') {
          if (held.montant <= 0 || held.nature === 'annulé') throw refuse(MESSAGES.rienAEncaisser);
          entiteId = await entiteOf(trx, person, held, body);
          const contribuable = body.contribuable ?? (await recettesAClasser(trx, { entiteId, ...author }));
          await lockPayers(
            trx,
            [contribuable, held.contribuable].flatMap((one) =>
              one === null ? [] : [{ entiteId: entiteId as number, contribuable: one }],
            ),
          );
          await endPayment(trx, held, { motif, author });
          encaisse = await book(trx, person, held, { entiteId, contribuable, motif, requestId });
        } else if (acte === 'rendre') {
          if (held.contribuable !== null && entiteId !== null)
            await lockPayers(trx, [{ entiteId, contribuable: held.contribuable }]);
          await endPayment(trx, held, { motif, author });
        }
        await settleCase(trx, held.id, { entiteId, acte, note: motif, par: person.id, encaisse });
        await writeJournal(trx, {
          entiteId,
          utilisateurId: person.id,
          acte: 'modifier',
          domaine: 'paiements',
          ressource: 'a_eclaircir',
          id: held.id,
          avant: { motif: before.message, montant: held.montant },
          apres: { decision: acte, motif, ...(encaisse === null ? {} : { transaction: encaisse }) },
          requestId,
        });
      });
      return find(person, id);
    },
  };
}
