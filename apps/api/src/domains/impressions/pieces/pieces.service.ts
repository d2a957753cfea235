/** Demand notices: issued once, numbered without gaps, printed again as duplicates, checked by anybody. */
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
/** Unknown codes in a quarter of an hour from one address: nobody mistypes so often. */
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

/** The demand notice of a taxpayer and fiscal year, as `avis.service.ts` issues it. */
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
    const held = await lockContribuable(trx, scopeOf(person), id);
    if (!held) throw notFound();
    refuseSysteme(held);
    const { entiteId } = held;
    const piece = await printAvisOf(trx, { entiteId, id }, annee, today);
    if (!piece) throw new AppError('conflit.regle', rienDu(annee));
    await journalPrint(trx, person, CONTRIBUABLES, { id, entiteId, piece }, requestId);
    return piece;
  });
}

/**
 * What anybody is told of a code.
 * @param address where the question comes from
 * @throws AppError 404 for a code that no piece carries, 429 for whoever tries too many
 */
/**
 * The document of a code. Whoever shares an address with somebody who guesses (an operator gives one to thousands of
 * phones) still has true codes read: only unknown ones count.
 * @throws AppError 404 where no document has it, 429 after too many of those
 */
async function verify(db: Database, given: string, address: string): Promise<Verification> {
  const code = readCode(given);
  const found = code === null ? undefined : await findVerification(db, code);
  if (found) return found;
  if (!(await takeAttempts(db, { [`verification:${address}`]: MISSES })))
    throw new AppError(
      'connexion.limitee',
      'Trop de codes inconnus. Attendez un quart d’heure, puis réessayez.',
    );
  throw new AppError(
    'introuvable',
    'Aucun document ne porte ce code. Vérifiez-le, ou prévenez votre mairie.',
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
    verify: (given: string, address: string): Promise<Verification> => verify(db, given, address),
  };
}
