/** What is exported of people and their acts. */
import {
  accesColumns,
  accesList,
  accesQuery,
  journalColumns,
  journalList,
  ramifications,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { accesService } from './acces.service.ts';
import { JOURNAL, journalService } from './journal.service.ts';

/** Whole acts, before and after. */
export const journalExport = (db: Database): ListExport =>
  listExport({
    title: 'Journal',
    file: 'journal',
    domain: 'administration',
    navigations: [JOURNAL],
    columns: journalColumns,
    fields: journalList.fields,
    ask: journalService(db).ask,
  });

export function accesExport(db: Database): ListExport {
  const { ask } = accesService(db);
  return listExport({
    title: 'Permissions',
    file: 'permissions',
    domain: 'administration',
    navigations: [ramifications.navigation],
    columns: accesColumns,
    fields: accesList.fields,
    ask: (person, query) => ask(person, ownQuery(accesQuery, query)),
  });
}
