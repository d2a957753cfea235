/** What is exported of the field. */
import {
  acteTerrainColumns,
  acteTerrainList,
  acteTerrainQuery,
  appareilColumns,
  appareilList,
  appareilQuery,
  casColumns,
  casList,
  casQuery,
  messageSmsColumns,
  messageSmsList,
  messageSmsQuery,
  RESOURCES,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { acteReader } from './actes.service.ts';
import { appareilReader } from './appareils.service.ts';
import { casReader } from './cas.service.ts';
import { smsReader } from './sms/sms.service.ts';

const OF_FIELD = { domain: 'terrain', screens: ['terrain'] } as const;

/** By resource path. */
export function terrainExports(db: Database): [string, ListExport][] {
  const [appareils, cas, actes, sms] = [appareilReader(db), casReader(db), acteReader(db), smsReader(db)];
  return [
    [
      'appareils',
      listExport({
        ...OF_FIELD,
        title: RESOURCES.appareils.many,
        file: 'appareils',
        columns: appareilColumns,
        fields: appareilList.fields,
        narrow: (person, query) => appareils.narrow(person, ownQuery(appareilQuery, query)),
      }),
    ],
    [
      'cas_terrain',
      listExport({
        ...OF_FIELD,
        title: RESOURCES.cas_terrain.many,
        file: 'cas-du-terrain',
        columns: casColumns,
        fields: casList.fields,
        narrow: (person, query) => cas.narrow(person, ownQuery(casQuery, query)),
      }),
    ],
    [
      'actes_terrain',
      listExport({
        ...OF_FIELD,
        title: RESOURCES.actes_terrain.many,
        file: 'actes-par-agent',
        columns: acteTerrainColumns,
        fields: acteTerrainList.fields,
        narrow: (person, query) => actes.narrow(person, ownQuery(acteTerrainQuery, query)),
      }),
    ],
    [
      'messages_sms',
      listExport({
        domain: 'terrain',
        screens: ['sms'],
        title: RESOURCES.messages_sms.many,
        file: 'sms',
        columns: messageSmsColumns,
        fields: messageSmsList.fields,
        narrow: (person, query) => sms.narrow(person, ownQuery(messageSmsQuery, query)),
      }),
    ],
  ];
}
