/** Receipts and demand notices: issued once, numbered without gaps, printed again as duplicates, checked by anybody. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Readable } from 'node:stream';
import {
  at,
  formatInstant,
  groupedCode,
  may,
  NATURES_PIECE,
  PAGES,
  pieceCode,
  readCode,
  type Verification,
} from '@octroi/contract';
import { giveBack, takeAttempts } from '#src/domains/administration/index.ts';
import { numberRecus } from '#src/domains/paiements/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, notFound, refused } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { drawPiece } from './piece.drawing.ts';
import {
  findLastAvis,
  findPayment,
  findVerification,
  insertPiece,
  type LastAvis,
  lockContribuable,
  nextAvis,
  type ContenuAvis,
  type Payment,
  printAvis,
  type PrintedPiece,
  printRecu,
  readDues,
} from './pieces.repository.ts';

const TRANSACTIONS = 'transactions';
const CONTRIBUABLES = 'contribuables';
/** Unknown codes in a quarter of an hour from one address: nobody mistypes so often. */
const MISSES = 20;
const NOTHING = 'Rien à imprimer.';

export interface PieceOptions {
  timeZone: string;
  today: () => string;
  /** Where anybody checks a piece. */
  publicUrl: string;
}

export interface PieceFile {
  name: string;
  content: Readable;
}

const newCode = (): string => pieceCode(randomBytes(20));

/** A piece as a file of its own. */
export function pieceSheets(
  { timeZone, publicUrl }: PieceOptions,
  person: Person,
  title: string,
  piece: PrintedPiece,
): Readable {
  const adresse = `${publicUrl}${at(PAGES.verifierCode, groupedCode(piece.code))}`;
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const author = `${person.prenom} ${person.nom}`.trim();
  const page = { size: 'A4', layout: 'portrait' } as const;
  const info = { title, author, page, foot: `${title} · imprimé le ${jour} à ${heure} par ${author}` };
  return drawSheets(info, [{ piece, adresse, timeZone }], drawPiece, NOTHING);
}

const fileOf = (
  options: PieceOptions,
  person: Person,
  nature: 'recu' | 'avis',
  piece: PrintedPiece,
): PieceFile => ({
  name: `${nature}-${piece.numero}.pdf`,
  content: pieceSheets(options, person, `${NATURES_PIECE[nature]} ${piece.numero}`, piece),
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

async function issueRecu(trx: Queries, payment: Payment): Promise<void> {
  const { id, annee, jour, statut, numeroRecu, extourne, ...contenu } = payment;
  if (statut !== 'Confirmé' || contenu.montant <= 0)
    throw new AppError('conflit.regle', 'Seul un paiement reçu et confirmé a un reçu.');
  if (extourne) throw new AppError('conflit.regle', 'Ce paiement a été annulé : il n’a pas de reçu.');
  const numero = numeroRecu ?? (await numberRecus(trx, [id])).get(id);
  if (!numero) throw new AppError('conflit.regle', 'Ce paiement n’a pas de numéro de reçu.');
  await insertPiece(trx, {
    code: newCode(),
    nature: 'recu',
    numero,
    entiteId: contenu.entite.id,
    contribuableId: contenu.contribuable.id,
    transactionId: id,
    annee,
    jour,
    montant: contenu.montant,
    contenu,
  });
}

/** @returns its code */
async function issueAvis(
  trx: Queries,
  today: string,
  dues: ContenuAvis,
  last: LastAvis | undefined,
): Promise<string> {
  const { entite, contribuable, annee, prevu: montant } = dues;
  if (!last && dues.lignes.length === 0)
    throw new AppError('conflit.regle', `Rien n'est dû pour ${annee} : il n'y a pas d'avis.`);
  const code = newCode();
  await insertPiece(trx, {
    code,
    nature: 'avis',
    numero: await nextAvis(trx, entite.id, annee),
    entiteId: entite.id,
    contribuableId: contribuable.id,
    transactionId: null,
    annee,
    jour: today,
    montant,
    contenu: last ? { ...dues, remplace: { numero: last.numero, jour: last.jour } } : dues,
    remplace: last?.code,
  });
  return code;
}

/** The receipt of a confirmed payment. Whoever takes payments hands it over: field agents too. */
async function printedRecu(
  db: Database,
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
      await issueRecu(trx, payment);
      piece = (await printRecu(trx, entiteId, id)) as PrintedPiece;
    }
    await journal(trx, person, TRANSACTIONS, { id, entiteId, piece }, requestId);
    return piece;
  });
}

/**
 * The demand notice of a taxpayer and fiscal year: the one in force, as things stood when it was issued, or a new
 * one in its place where what is due is no longer what it says. What was paid since changes no notice.
 */
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
    const dues = await readDues(trx, entiteId, id, annee);
    const last = await findLastAvis(trx, entiteId, id, annee);
    const stands = last && isDeepStrictEqual(last.contenu.lignes, dues.lignes);
    const piece = await printAvis(trx, stands ? last.code : await issueAvis(trx, today, dues, last));
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
      fileOf(options, person, 'recu', await printedRecu(db, person, id, requestId)),
    avis: async (
      person: Person,
      id: number,
      annee: number | undefined,
      requestId: string,
    ): Promise<PieceFile> =>
      fileOf(options, person, 'avis', await printedAvis(db, options.today(), person, id, annee, requestId)),
    verify: (given: string, address: string): Promise<Verification> => verify(db, given, address),
  };
}
