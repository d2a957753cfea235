/** Metadata of a file of pieces: verification address and author. */
import type { Readable } from 'node:stream';
import { at, formatInstant, PAGES } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';
import { readEcussons } from '../papiers/papiers.repository.ts';
import { papierOf } from './papier-of.ts';
import type { PieceContext } from './piece.drawing.ts';
import type { PrintedPiece } from './pieces.repository.ts';

export interface PieceOptions {
  timeZone: string;
  today: () => string;
  /** Base address of the public verification page. */
  publicUrl: string;
}

export interface PieceFile {
  name: string;
  content: Readable;
}

/** Margin of the foot, below the slip of a notice. */
const FOOT_MARGIN = 16;

export function filesInfo({ timeZone }: PieceOptions, person: Person, title: string): DocumentInfo {
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const author = `${person.prenom} ${person.nom}`.trim();
  return {
    title,
    author,
    page: { size: 'A4', layout: 'portrait' },
    foot: `${title} · imprimé le ${jour} à ${heure} par ${author}`,
    footMargin: FOOT_MARGIN,
  };
}

/** The verification address, without the code. */
export const adresseOf = ({ publicUrl }: PieceOptions): string => `${publicUrl}${at(PAGES.verifierCode, '')}`;

/** Data for drawing pieces, besides their contents. */
export async function contextOf(
  db: Database,
  options: PieceOptions,
  { contenu }: Pick<PrintedPiece, 'contenu'>,
): Promise<PieceContext> {
  const { ecusson } = papierOf(contenu);
  const ecussons = await readEcussons(db, ecusson === null ? [] : [ecusson]);
  return { timeZone: options.timeZone, adresse: adresseOf(options), ecussons };
}

export const journalPrint = (
  trx: OpenTransaction,
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
