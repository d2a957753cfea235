/** Metadata and page foot of a file of A4 sheets. */
import { formatInstant } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { DocumentInfo } from '#src/platform/pdf/document.ts';

/** @param foot text of the foot, if the title may be too long */
export function sheetInfo(person: Person, title: string, timeZone: string, foot = title): DocumentInfo {
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const author = `${person.prenom} ${person.nom}`.trim();
  const page = { size: 'A4', layout: 'portrait' } as const;
  return { title, author, page, foot: `${foot} · édité le ${jour} à ${heure} par ${author}` };
}
