/** What is exported of people and their acts. */
import {
  accesColumns,
  accesList,
  accesQuery,
  journalColumns,
  journalList,
  RESOURCES,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { accesService } from './acces.service.ts';
import { journalService } from './journal.service.ts';

/** Whole acts, before and after. */
export const journalExport = (db: Database): ListExport =>
  listExport({
    title: RESOURCES.journal.one,
    file: 'journal',
    domain: 'administration',
    screens: ['journal'],
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
    screens: ['ramifications'],
    columns: accesColumns,
    fields: accesList.fields,
    ask: (person, query) => ask(person, ownQuery(accesQuery, query)),
  });
}
