/** Receipts: issued once, printed again as duplicates; on the paper that each person chose. */
import {
  ENCAISSEMENT_MESSAGES,
  type FormatRecu,
  may,
  NATURES_PIECE,
  type NaturePiece,
  resteDe,
} from '@octroi/contract';
import { readAffichage } from '#src/domains/administration/index.ts';
import { readCompte } from '#src/domains/contribuables/index.ts';
import { findEncaissement, numberRecus } from '#src/domains/paiements/index.ts';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readEcussons, readPapier } from '../papiers/papiers.repository.ts';
import { newCode } from './avis.service.ts';
import type { ContenuRecu } from './contenu.ts';
import { type PrintedRecu, recuDrawing } from './piece.drawing.ts';
import { contextOf, filesInfo, journalPrint, type PieceFile, type PieceOptions } from './piece-info.ts';
import { insertPiece, isCodeTaken, printRecu } from './pieces.repository.ts';
import { drawRecapitulatif, drawRecapitulatifRoll } from './recapitulatif.drawing.ts';
import { findPayment, type Payment, readParts } from './recus.repository.ts';

const TRANSACTIONS = 'transactions';
const NOTHING = 'Rien à imprimer.';

/** Whoever takes payments hands receipts over: field agents too. @throws AppError 403 */
function demandPrint({ grants }: Person): void {
  if (!may(grants, 'transactions', 'Exporter') && !may(grants, 'transactions', 'Créer')) throw refused();
}

/** A document of the paper; what a roll has no foot for is said on it. */
function infoOf(
  options: PieceOptions,
  person: Person,
  title: string,
  format: FormatRecu,
): { info: DocumentInfo; foot: string } {
  const info = filesInfo(options, person, title);
  if (format === 'A4') return { info, foot: info.foot };
  if (format === 'A5')
    return { info: { ...info, page: { size: 'A5', layout: 'landscape' } }, foot: info.foot };
  return { info: { ...info, foot: '', unnumbered: true }, foot: info.foot };
}

async function issue(
  trx: Queries,
  payment: Payment,
  today: string,
  numero: string,
  code = newCode(),
): Promise<void> {
  const { id, annee, jour, statut, numeroRecu: _, extourne, ...contenu } = payment;
  const entiteId = contenu.entite.id;
  const key = { entiteId, id: contenu.contribuable.id };
  const papier = await readPapier(trx, entiteId);
  const nature = statut === 'Confirmé' ? 'recu' : 'provisoire';
  // what is left is told as it is when the receipt is issued: of money that was given back it would say nothing true
  const compte =
    nature === 'recu' && !extourne && (await readCompte(trx, key, Number(today.slice(0, 4)), today));
  await insertPiece(trx, {
    code,
    nature,
    numero,
    entiteId,
    contribuableId: key.id,
    transactionId: id,
    annee,
    jour,
    montant: contenu.montant,
    contenu: {
      ...contenu,
      nature,
      papier,
      ...(compte ? { detail: { parts: await readParts(trx, entiteId, id), ...resteDe(compte) } } : {}),
    } satisfies ContenuRecu,
  });
}

/** The number of the receipt that a payment has now. @throws AppError 409 where it has none */
async function numeroOf(trx: Queries, payment: Payment): Promise<string> {
  const { id, statut, montant, extourne, cheque, numeroRecu, reference } = payment;
  if (statut === 'En attente de confirmation' && cheque) return reference;
  if (statut !== 'Confirmé' || montant <= 0)
    throw new AppError('conflit.regle', 'Seul un paiement reçu et confirmé a un reçu.');
  if (extourne && !numeroRecu)
    throw new AppError('conflit.regle', 'Ce paiement a été annulé avant d’avoir un reçu.');
  // a number is given once: what was cancelled keeps its paper, which says so
  const numero = numeroRecu ?? (await numberRecus(trx, [id])).get(id);
  if (!numero) throw new AppError('conflit.regle', 'Ce paiement n’a pas de numéro de reçu.');
  return numero;
}

/**
 * Prints the receipt of a confirmed payment, or the provisional one of a cheque until its bank has paid or refused it.
 * @throws AppError 403, 404, 409 where there is none
 */
async function printed(
  db: Database,
  today: string,
  person: Person,
  id: number,
  requestId: string,
): Promise<PrintedRecu> {
  demandPrint(person);
  return db.transaction().execute(async (trx) => {
    const payment = await findPayment(trx, scopeOf(person), id);
    if (!payment) throw notFound();
    const key = { entiteId: payment.entite.id, id };
    const nature: NaturePiece = payment.statut === 'Confirmé' ? 'recu' : 'provisoire';
    let piece = await printRecu(trx, nature, key);
    if (!piece) {
      await issue(trx, payment, today, await numeroOf(trx, payment));
      piece = await printRecu(trx, nature, key);
    }
    const recu = piece as PrintedRecu;
    await journalPrint(trx, person, TRANSACTIONS, { ...key, piece: recu }, requestId);
    return recu;
  });
}

/**
 * Issues the receipt that a device drew and gave already, under the code that it drew with it: its one print. Where the code is
 * another piece's, or the number that it says was another payment's, whoever prints it later gives it a code.
 */
export async function issueDrawn(
  trx: Queries,
  { id, code }: { id: number; code: string },
  today: string,
): Promise<void> {
  const payment = await findPayment(trx, { kind: 'all' }, id);
  if (!payment?.numeroRecu || (await isCodeTaken(trx, code))) return;
  await issue(trx, payment, today, payment.numeroRecu, code);
  const nature = payment.statut === 'Confirmé' ? 'recu' : 'provisoire';
  await printRecu(trx, nature, { entiteId: payment.entite.id, id });
}

export function recuService(db: Database, options: PieceOptions) {
  const formatOf = async (person: Person, format: FormatRecu | undefined): Promise<FormatRecu> =>
    format ?? (await readAffichage(db, person.id)).formatRecu;

  return {
    /** @param asked the paper; the person's own choice where it is not said */
    async recu(
      person: Person,
      id: number,
      asked: FormatRecu | undefined,
      requestId: string,
    ): Promise<PieceFile> {
      const piece = await printed(db, options.today(), person, id, requestId);
      const format = await formatOf(person, asked);
      const title = `${NATURES_PIECE[piece.contenu.nature]} ${piece.numero}`;
      const { info, foot } = infoOf(options, person, title, format);
      const context = await contextOf(db, options, piece);
      return {
        name: `recu-${piece.numero}.pdf`,
        content: drawSheets(info, [piece], recuDrawing(context, format, foot), NOTHING),
      };
    },

    /** @throws AppError 403, 404, 409 of a payment for one taxpayer, whose receipt says all */
    async recapitulatif(
      person: Person,
      id: number,
      asked: FormatRecu | undefined,
      requestId: string,
    ): Promise<PieceFile> {
      demandPrint(person);
      const encaissement = await findEncaissement(db, person, id);
      if (encaissement.lignes.filter(({ remplacePar }) => remplacePar === null).length < 2)
        throw new AppError('conflit.regle', ENCAISSEMENT_MESSAGES.unSeulRecu);
      const { entite } = encaissement;
      const papier = await readPapier(db, entite.id);
      const { ecusson } = papier;
      const ecussons = await readEcussons(db, ecusson === null ? [] : [ecusson]);
      const format = await formatOf(person, asked);
      const { info, foot } = infoOf(options, person, `Récapitulatif d’encaissement ${id}`, format);
      await writeJournal(db, {
        entiteId: entite.id,
        utilisateurId: person.id,
        acte: 'imprimer',
        domaine: 'impressions',
        ressource: 'encaissements',
        id,
        requestId,
      });
      const enTete = {
        entite: entite.nom,
        papier,
        ecusson: ecusson === null ? undefined : ecussons.get(ecusson),
      };
      const paper = { encaissement, papier, enTete, timeZone: options.timeZone, foot };
      const draw = format === '80mm' ? drawRecapitulatifRoll : drawRecapitulatif;
      return { name: `recapitulatif-${id}.pdf`, content: drawSheets(info, [paper], draw, NOTHING) };
    },
  };
}
