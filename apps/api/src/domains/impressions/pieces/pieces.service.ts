/** Receipts and demand notices: issued once, numbered without gaps, printed again as duplicates, checked by anybody. */
import type { Readable } from 'node:stream';
import { may, NATURES_PIECE, readCode, resteDe, rienDu, type Verification } from '@octroi/contract';
import { giveBack, takeAttempts } from '#src/domains/administration/index.ts';
import { readCompte } from '#src/domains/contribuables/index.ts';
import { numberRecus } from '#src/domains/paiements/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { readEcussons, readPapier } from '../papiers/papiers.repository.ts';
import { newCode, printAvisOf } from './avis.service.ts';
import type { ContenuRecu } from './contenu.ts';
import { papierOf } from './papier-of.ts';
import { pieceDrawing } from './piece.drawing.ts';
import { adresseOf, filesInfo, type PieceOptions } from './piece-info.ts';
import {
  findPayment,
  findVerification,
  insertPiece,
  lockContribuable,
  type Payment,
  type PrintedPiece,
  printRecu,
  readParts,
} from './pieces.repository.ts';

const TRANSACTIONS = 'transactions';
const CONTRIBUABLES = 'contribuables';
/** Unknown codes in a quarter of an hour from one address: nobody mistypes so often. */
const MISSES = 20;
const NOTHING = 'Rien à imprimer.';

export interface PieceFile {
  name: string;
  content: Readable;
}

/** A piece as a file of its own. */
export async function pieceSheets(
  db: Database,
  options: PieceOptions,
  person: Person,
  title: string,
  piece: PrintedPiece,
): Promise<Readable> {
  const { ecusson } = papierOf(piece.contenu);
  const ecussons = await readEcussons(db, ecusson === null ? [] : [ecusson]);
  const context = { timeZone: options.timeZone, adresse: adresseOf(options), ecussons };
  return drawSheets(filesInfo(options, person, title), [piece], pieceDrawing(context), NOTHING);
}

const fileOf = async (
  db: Database,
  options: PieceOptions,
  person: Person,
  nature: 'recu' | 'avis',
  piece: PrintedPiece,
): Promise<PieceFile> => ({
  name: `${nature}-${piece.numero}.pdf`,
  content: await pieceSheets(db, options, person, `${NATURES_PIECE[nature]} ${piece.numero}`, piece),
});

const journal = (
  trx: Queries,
  person: Person,
  ressource: string,
  { id, entiteId, piece }: { id: number; entiteId: number; piece: PrintedPiece },
  requestId: string,
): Promise<void> =>
  writeJournal(trx, {
    entiteId,
    utilisateurId: person.id,
    acte: 'imprimer',
    domaine: 'impressions',
    ressource,
    id,
    apres: { numero: piece.numero, impression: piece.impressions },
    requestId,
  });

async function issueRecu(trx: Queries, payment: Payment, today: string): Promise<void> {
  const { id, annee, jour, statut, numeroRecu, extourne, ...contenu } = payment;
  if (statut !== 'Confirmé' || contenu.montant <= 0)
    throw new AppError('conflit.regle', 'Seul un paiement reçu et confirmé a un reçu.');
  if (extourne) throw new AppError('conflit.regle', 'Ce paiement a été annulé : il n’a pas de reçu.');
  const numero = numeroRecu ?? (await numberRecus(trx, [id])).get(id);
  if (!numero) throw new AppError('conflit.regle', 'Ce paiement n’a pas de numéro de reçu.');
  const entiteId = contenu.entite.id;
  const key = { entiteId, id: contenu.contribuable.id };
  const compte = await readCompte(trx, key, Number(today.slice(0, 4)), today);
  await insertPiece(trx, {
    code: newCode(),
    nature: 'recu',
    numero,
    entiteId,
    contribuableId: key.id,
    transactionId: id,
    annee,
    jour,
    montant: contenu.montant,
    contenu: {
      ...contenu,
      papier: await readPapier(trx, entiteId),
      detail: { parts: await readParts(trx, entiteId, id), ...resteDe(compte) },
    } satisfies ContenuRecu,
  });
}

/** The receipt of a confirmed payment. Whoever takes payments hands it over: field agents too. */
async function printedRecu(
  db: Database,
  today: string,
  person: Person,
  id: number,
  requestId: string,
): Promise<PrintedPiece> {
  if (!may(person.grants, 'transactions', 'Exporter') && !may(person.grants, 'transactions', 'Créer'))
    throw refused();
  return db.transaction().execute(async (trx) => {
    const payment = await findPayment(trx, scopeOf(person), id);
    if (!payment) throw notFound();
    const entiteId = payment.entite.id;
    let piece = await printRecu(trx, entiteId, id);
    if (!piece) {
      await issueRecu(trx, payment, today);
      piece = (await printRecu(trx, entiteId, id)) as PrintedPiece;
    }
    await journal(trx, person, TRANSACTIONS, { id, entiteId, piece }, requestId);
    return piece;
  });
}

/** The demand notice of a taxpayer and fiscal year, as `avis.service.ts` issues it. */
async function printedAvis(
  db: Database,
  today: string,
  person: Person,
  id: number,
  annee = Number(today.slice(0, 4)),
  requestId: string,
): Promise<PrintedPiece> {
  demand(person, 'contribuables', 'Exporter');
  return db.transaction().execute(async (trx) => {
    const held = await lockContribuable(trx, scopeOf(person), id);
    if (!held) throw notFound();
    const { entiteId } = held;
    const piece = await printAvisOf(trx, { entiteId, id }, annee, today);
    if (!piece) throw new AppError('conflit.regle', rienDu(annee));
    await journal(trx, person, CONTRIBUABLES, { id, entiteId, piece }, requestId);
    return piece;
  });
}

/**
 * What anybody is told of a code.
 * @param address where the question comes from
 * @throws AppError 404 for a code that no piece carries, 429 for whoever tries too many
 */
async function verify(db: Database, given: string, address: string): Promise<Verification> {
  const attempts = await takeAttempts(db, { [`verification:${address}`]: MISSES });
  if (!attempts)
    throw new AppError(
      'connexion.limitee',
      'Trop de codes inconnus. Attendez un quart d’heure, puis réessayez.',
    );
  const code = readCode(given);
  const found = code === null ? undefined : await findVerification(db, code);
  if (found) {
    await giveBack(db, attempts);
    return found;
  }
  throw new AppError(
    'introuvable',
    'Aucun document ne porte ce code. Vérifiez-le, ou prévenez votre mairie.',
  );
}

export function pieceService(db: Database, options: PieceOptions) {
  return {
    recu: async (person: Person, id: number, requestId: string): Promise<PieceFile> =>
      fileOf(db, options, person, 'recu', await printedRecu(db, options.today(), person, id, requestId)),
    avis: async (
      person: Person,
      id: number,
      annee: number | undefined,
      requestId: string,
    ): Promise<PieceFile> =>
      fileOf(
        db,
        options,
        person,
        'avis',
        await printedAvis(db, options.today(), person, id, annee, requestId),
      ),
    verify: (given: string, address: string): Promise<Verification> => verify(db, given, address),
  };
}
