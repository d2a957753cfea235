/** What a file of pieces says of itself, and where its codes are checked. */
import { at, formatInstant, PAGES } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';

export interface PieceOptions {
  timeZone: string;
  today: () => string;
  /** Where anybody checks a piece. */
  publicUrl: string;
}

/** The foot stands beneath the slip of a notice. */
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

/** Without the code. */
export const adresseOf = ({ publicUrl }: PieceOptions): string => `${publicUrl}${at(PAGES.verifierCode, '')}`;
