/** Receipts: issued once, printed again as duplicates, in the format that each person chose. */
import {
  ENCAISSEMENT_MESSAGES,
  type FormatRecu,
  may,
  NATURES_PIECE,
  type NaturePiece,
  resteDe,
} from '@octroi/contract';
import { readAffichage } from '#src/domains/administration/index.ts';
import { readComptes } from '#src/domains/contribuables/index.ts';
import { findEncaissement, numberRecus } from '#src/domains/paiements/index.ts';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readEcussons, readPapier } from '../papiers/papiers.repository.ts';
import { newCode } from '../avis/avis.service.ts';
import type { ContenuRecu } from '../pieces/contenu.ts';
import { type PrintedRecu, recuDrawing } from '../pieces/piece.drawing.ts';
import {
  contextOf,
  filesInfo,
  journalPrint,
  type PieceFile,
  type PieceOptions,
} from '../pieces/piece-info.ts';
import { usedCodes, insertPieces, type NewPiece, printRecu } from '../pieces/pieces.repository.ts';
import { drawRecapitulatif, drawRecapitulatifRoll } from './recapitulatif.drawing.ts';
import { findPayments, lockPayment, type Payment, readParts } from './recus.repository.ts';

const TRANSACTIONS = 'transactions';
const NOTHING = 'Rien à imprimer.';

/**
 * Issuing a receipt uses a number. Allowed for whoever takes payments, field agents included, or has the right to
 * issue. @throws AppError 403
 */
export function demandPrint({ grants }: Person): void {
  if (!may(grants, 'transactions', 'Émettre') && !may(grants, 'transactions', 'Créer')) throw refused();
}

/** The PDF metadata of a format. A roll has no foot: its text becomes the last line. */
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

/** A receipt to issue. */
interface Issuing {
  payment: Payment;
  numero: string;
  code: string;
  /** Prints made before, by a device. */
  impressions?: number;
}

/** @param issued receipts of payments of one collectivité */
async function issue(
  trx: OpenTransaction,
  entiteId: number,
  issued: readonly Issuing[],
  today: string,
): Promise<void> {
  if (issued.length === 0) return;
  const papier = await readPapier(trx, entiteId);
  const natureOf = ({ payment }: Issuing) => (payment.statut === 'Confirmé' ? 'recu' : 'provisoire');
  // the amount left is that of the day of issue; for a reversed payment it would be wrong, so it is left out
  const counted = issued.filter((one) => natureOf(one) === 'recu' && !one.payment.extourne);
  const ids = counted.map(({ payment }) => payment.contribuable.id);
  const comptes = await readComptes(trx, { entiteId, ids }, Number(today.slice(0, 4)), today);
  const parts = await readParts(
    trx,
    entiteId,
    counted.map(({ payment }) => payment.id),
  );
  const pieces = issued.map((one): NewPiece<ContenuRecu> => {
    const { payment, numero, ...rest } = one;
    const {
      id,
      annee,
      jour,
      statut: _s,
      numeroRecu: _n,
      numeroImprime,
      extourne: _e,
      origine: _o,
      ...contenu
    } = payment;
    const contribuableId = contenu.contribuable.id;
    const nature = natureOf(one);
    const compte = counted.includes(one) && comptes.get(contribuableId);
    const detail = compte && { parts: parts.get(id) ?? [], ...resteDe(compte) };
    return {
      ...rest,
      // the number already printed stays the number of every reprint
      numero: numeroImprime ?? numero,
      horsSerie: numeroImprime !== null,
      nature,
      entiteId,
      contribuableId,
      transactionId: id,
      annee,
      jour,
      montant: contenu.montant,
      contenu: { ...contenu, nature, papier, ...(detail ? { detail } : {}) },
    };
  });
  for (const nature of ['recu', 'provisoire'] as const)
    await insertPieces(
      trx,
      nature,
      pieces.filter((piece) => piece.nature === nature),
    );
}

/** The receipt number of a payment. @throws AppError 409 if it has none */
async function numeroOf(trx: OpenTransaction, payment: Payment): Promise<string> {
  const { id, statut, montant, extourne, origine, cheque, numeroRecu, numeroImprime, reference } = payment;
  if (origine === 'reprise')
    throw new AppError(
      'conflit.regle',
      `Ce paiement a été reçu avant Octroi : son reçu est celui qui a été remis alors${numeroImprime ? `, n° ${numeroImprime}` : ''}.`,
    );
  if (statut === 'En attente de confirmation' && cheque) return reference;
  if (statut !== 'Confirmé' || montant <= 0)
    throw new AppError('conflit.regle', 'Seul un paiement reçu et confirmé a un reçu.');
  if (extourne && !numeroRecu)
    throw new AppError('conflit.regle', 'Ce paiement a été annulé avant d’avoir un reçu.');
  // numbers are never reused: a cancelled payment keeps its receipt, marked as cancelled
  const numero = numeroRecu ?? (await numberRecus(trx, [id])).get(id);
  if (!numero) throw new AppError('conflit.regle', 'Ce paiement n’a pas de numéro de reçu.');
  return numero;
}

/**
 * Prints the receipt of a confirmed payment, or the provisional one of a cheque until the bank paid or refused it.
 * @throws AppError 403, 404, 409 if there is none
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
    const read = async () => {
      const [payment] = await findPayments(trx, scopeOf(person), [id]);
      if (!payment) throw notFound();
      const key = { entiteId: payment.entite.id, id };
      const nature: NaturePiece = payment.statut === 'Confirmé' ? 'recu' : 'provisoire';
      return { payment, key, nature, piece: await printRecu(trx, nature, key) };
    };
    let { payment, key, nature, piece } = await read();
    if (!piece) {
      // another request may be issuing it, or deciding on the payment
      await lockPayment(trx, key);
      ({ payment, key, nature, piece } = await read());
    }
    if (!piece) {
      const numero = await numeroOf(trx, payment);
      await issue(trx, key.entiteId, [{ payment, numero, code: newCode() }], today);
      piece = await printRecu(trx, nature, key);
    }
    const recu = piece as PrintedRecu;
    await journalPrint(trx, person, TRANSACTIONS, { ...key, piece: recu }, requestId);
    return recu;
  });
}

/**
 * Issues the receipts that a device has printed, with the device's codes; this counts as one print. A receipt is
 * skipped if its code or number belongs to another: it gets a code at its next print.
 * @param drawn payments of one collectivité
 */
export async function issueDrawn(
  trx: OpenTransaction,
  drawn: readonly { id: number; code: string }[],
  today: string,
): Promise<void> {
  const ids = drawn.map(({ id }) => id);
  const found = await findPayments(trx, { kind: 'all' }, ids, true);
  const payments = new Map(found.map((one) => [one.id, one]));
  const codes = drawn.map(({ code }) => code);
  const used = await usedCodes(trx, codes);
  const issued = drawn.flatMap(({ id, code }): Issuing[] => {
    const payment = payments.get(id);
    const numero = payment?.numeroImprime ?? payment?.numeroRecu;
    if (!payment || !numero || payment.origine === 'reprise' || used.has(code)) return [];
    used.add(code);
    return [{ payment, numero, code, impressions: 1 }];
  });
  const entite = issued[0]?.payment.entite.id;
  if (entite !== undefined) await issue(trx, entite, issued, today);
}

export function recuService(db: Database, options: PieceOptions) {
  const formatOf = async (person: Person, format: FormatRecu | undefined): Promise<FormatRecu> =>
    format ?? (await readAffichage(db, person.id)).formatRecu;

  return {
    /** @param requestedFormat default: the person's own choice */
    async recu(
      person: Person,
      id: number,
      requestedFormat: FormatRecu | undefined,
      requestId: string,
    ): Promise<PieceFile> {
      const piece = await printed(db, options.today(), person, id, requestId);
      const format = await formatOf(person, requestedFormat);
      const title = `${NATURES_PIECE[piece.contenu.nature]} ${piece.numero}`;
      const { info, foot } = infoOf(options, person, title, format);
      const context = await contextOf(db, options, piece);
      return {
        name: `recu-${piece.numero}.pdf`,
        content: drawSheets(info, [piece], recuDrawing(context, format, foot), NOTHING),
      };
    },

    /** @throws AppError 403, 404, 409 if all is for one taxpayer: the receipt suffices */
    async recapitulatif(
      person: Person,
      id: number,
      requestedFormat: FormatRecu | undefined,
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
      const format = await formatOf(person, requestedFormat);
      const { info, foot } = infoOf(options, person, `Récapitulatif d’encaissement ${id}`, format);
      await db.transaction().execute((trx) =>
        writeJournal(trx, {
          entiteId: entite.id,
          utilisateurId: person.id,
          acte: 'imprimer',
          domaine: 'impressions',
          ressource: 'encaissements',
          id,
          requestId,
        }),
      );
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
