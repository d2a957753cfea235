/** Prints demand notices and verifies the codes of pieces. */
import type { Readable } from 'node:stream';
import { NATURES_PIECE, readCode, rienDu, type Verification } from '@octroi/contract';
import { takeAttempts } from '#src/domains/administration/index.ts';
import { refuseSysteme } from '#src/domains/contribuables/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { AppError, notFound } from '#src/platform/http/problem.ts';
import { drawSheets } from '#src/platform/pdf/sheets.ts';
import { printAvisOf } from '../avis/avis.service.ts';
import { pieceDrawing } from './piece.drawing.ts';
import { contextOf, filesInfo, journalPrint, type PieceFile, type PieceOptions } from './piece-info.ts';
import { findVerification, lockContribuable, type PrintedPiece } from './pieces.repository.ts';

const CONTRIBUABLES = 'contribuables';
/** Unknown codes allowed per address in fifteen minutes: more than anybody mistypes. */
const MISSES = 20;
const NOTHING = 'Rien à imprimer.';

/** A notice as a file of its own. */
export async function pieceSheets(
  db: Database,
  options: PieceOptions,
  person: Person,
  title: string,
  piece: PrintedPiece,
): Promise<Readable> {
  const context = await contextOf(db, options, piece);
  return drawSheets(filesInfo(options, person, title), [piece], pieceDrawing(context), NOTHING);
}

const fileOf = async (
  db: Database,
  options: PieceOptions,
  person: Person,
  piece: PrintedPiece,
): Promise<PieceFile> => ({
  name: `avis-${piece.numero}.pdf`,
  content: await pieceSheets(db, options, person, `${NATURES_PIECE.avis} ${piece.numero}`, piece),
});

/** The demand notice of a taxpayer and fiscal year; see `avis.service.ts`. */
async function printedAvis(
  db: Database,
  today: string,
  person: Person,
  id: number,
  annee = Number(today.slice(0, 4)),
  requestId: string,
): Promise<PrintedPiece> {
  demand(person, 'contribuables', 'Émettre');
  return db.transaction().execute(async (trx) => {
    const inScope = await lockContribuable(trx, scopeOf(person), id);
    if (!inScope) throw notFound();
    refuseSysteme(inScope);
    const { entiteId } = inScope;
    const piece = await printAvisOf(trx, { entiteId, id }, annee, today);
    if (!piece) throw new AppError('conflit.regle', rienDu(annee));
    await journalPrint(trx, person, CONTRIBUABLES, { id, entiteId, piece }, requestId);
    return piece;
  });
}

/**
 * The document of a code. Only unknown codes are limited: an operator gives one address to thousands of phones, and a
 * guesser among them must not block the others.
 * @throws AppError 404 if no document has the code, 429 after too many unknown codes
 */
async function verify(db: Database, text: string, address: string): Promise<Verification> {
  const code = readCode(text);
  const found = code === null ? undefined : await findVerification(db, code);
  if (found) return found;
  if (!(await takeAttempts(db, { [`verification:${address}`]: MISSES })))
    throw new AppError(
      'connexion.limitee',
      'Trop de codes inconnus. Attendez un quart d’heure, puis réessayez.',
    );
  throw new AppError(
    'introuvable',
    'Aucun document reçu ne porte ce code. Un reçu donné dans la rue n’est connu qu’une fois envoyé par le téléphone de l’agent : réessayez demain. Sinon, vérifiez le code, ou prévenez votre mairie.',
  );
}

export function pieceService(db: Database, options: PieceOptions) {
  return {
    avis: async (
      person: Person,
      id: number,
      annee: number | undefined,
      requestId: string,
    ): Promise<PieceFile> =>
      fileOf(db, options, person, await printedAvis(db, options.today(), person, id, annee, requestId)),
    verify: (text: string, address: string): Promise<Verification> => verify(db, text, address),
  };
}
