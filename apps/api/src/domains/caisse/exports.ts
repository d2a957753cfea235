/** What is exported of tills. */
import {
  caisseListQuery,
  ecartColumns,
  ecartList,
  RESOURCES,
  sessionCaisseColumns,
  sessionCaisseList,
  versementColumns,
  versementList,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { ecartReader } from './ecarts.service.ts';
import { sessionService } from './sessions.service.ts';
import { versementService } from './versements.service.ts';

/** By resource path. */
export function caisseExports(db: Database): [string, ListExport][] {
  const [sessions, versements, ecarts] = [sessionService(db), versementService(db), ecartReader(db)];
  return [
    [
      'sessions_caisse',
      listExport({
        title: RESOURCES.sessions_caisse.many,
        file: 'sessions-de-caisse',
        domain: 'caisse',
        screens: ['sessions-caisse'],
        columns: sessionCaisseColumns,
        fields: sessionCaisseList.fields,
        ask: (person, query) => sessions.ask(person, ownQuery(caisseListQuery, query)),
      }),
    ],
    [
      'versements',
      listExport({
        title: RESOURCES.versements.many,
        file: 'versements',
        domain: 'caisse',
        screens: ['versements'],
        columns: versementColumns,
        fields: versementList.fields,
        ask: (person, query) => versements.ask(person, ownQuery(caisseListQuery, query)),
      }),
    ],
    [
      'ecarts',
      listExport({
        title: RESOURCES.ecarts.many,
        file: 'ecarts-de-caisse',
        domain: 'caisse',
        screens: ['ecarts'],
        columns: ecartColumns,
        fields: ecartList.fields,
        ask: (person, query) => ecarts.ask(person, ownQuery(caisseListQuery, query)),
      }),
    ],
  ];
}
