/** Exports of people and of the journal. */
import {
  accesColumns,
  accesList,
  accesQuery,
  compteSurColumns,
  compteSurList,
  echecColumns,
  echecList,
  journalColumns,
  journalList,
  RESOURCES,
  sessionOuverteColumns,
  sessionOuverteList,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { accesService } from './security/acces.service.ts';
import { journalService } from './journal/journal.service.ts';
import { securiteService } from './security/securite.service.ts';

/** Full acts, with the documents before and after. */
export const journalExport = (db: Database): ListExport =>
  listExport({
    title: RESOURCES.journal.one,
    file: 'journal',
    domain: 'administration',
    screens: ['journal'],
    columns: journalColumns,
    fields: journalList.fields,
    narrow: journalService(db).narrow,
  });

export function accesExport(db: Database): ListExport {
  const { narrow } = accesService(db);
  return listExport({
    title: 'Permissions',
    file: 'permissions',
    domain: 'administration',
    screens: ['ramifications'],
    columns: accesColumns,
    fields: accesList.fields,
    narrow: (person, query) => narrow(person, ownQuery(accesQuery, query)),
  });
}

/** The lists of the screen « Sécurité », by path. */
export function securiteExports(db: Database): [string, ListExport][] {
  const { comptes, echecs, sessions } = securiteService(db);
  const common = { domain: 'administration', screens: ['securite'] } as const;
  return [
    [
      'securite/comptes',
      listExport({
        ...common,
        title: RESOURCES['securite/comptes'].many,
        file: 'comptes',
        columns: compteSurColumns,
        fields: compteSurList.fields,
        narrow: comptes.narrow,
      }),
    ],
    [
      'securite/echecs',
      listExport({
        ...common,
        title: RESOURCES['securite/echecs'].many,
        file: 'connexions-refusees',
        columns: echecColumns,
        fields: echecList.fields,
        narrow: echecs.narrow,
      }),
    ],
    [
      'securite/sessions',
      listExport({
        ...common,
        title: RESOURCES['securite/sessions'].many,
        file: 'sessions-ouvertes',
        columns: sessionOuverteColumns,
        fields: sessionOuverteList.fields,
        narrow: sessions.narrow,
      }),
    ],
  ];
}
