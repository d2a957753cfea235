/** Lines of a year that no tax bills: list, selection and export. */
import {
  RESOURCES,
  sansTarifColumns,
  sansTarifList,
  type SansTarifQuery,
  sansTarifQuery,
} from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { readerOf } from '#src/platform/listing/reader.ts';
import { lacksRate, sansTarifSource } from './sans-tarif.repository.ts';

/** Path of the list below `/v2`. */
export const SANS_TARIF = 'echeances/sans-tarif';

export function sansTarifService(db: Database, today: () => string) {
  return readerOf(db, (person: Person, query: SansTarifQuery) => {
    demand(person, 'ramifications', 'Lister');
    const { entite, ramification, annee = Number(today().slice(0, 4)) } = query;
    const place = { entite, ramification };
    return {
      source: keptTo(sansTarifSource(scopeOf(person), place, annee), place),
      conditions: lacksRate(annee),
      ...narrowingOf(query),
    };
  });
}

export function sansTarifExport(db: Database, today: () => string): ListExport {
  const { narrow } = sansTarifService(db, today);
  return listExport({
    title: RESOURCES[SANS_TARIF].many,
    file: 'lignes-sans-tarif',
    domain: 'fiscalite',
    screens: ['ramifications'],
    columns: sansTarifColumns,
    fields: sansTarifList.fields,
    narrow: (person, query) => narrow(person, ownQuery(sansTarifQuery, query)),
  });
}
