/** Exports of till lists. */
import {
  caisseListQuery,
  ecartColumns,
  ecartList,
  RESOURCES,
  sessionCaisseColumns,
  sessionCaisseList,
  releveValeurColumns,
  releveValeurList,
  releveValeurQuery,
  valeurColumns,
  valeurList,
  valeurQuery,
  venteColumns,
  venteList,
  venteQuerySchema,
  versementColumns,
  versementList,
} from '@octroi/contract';
import type { Database } from '#src/platform/database/database.ts';
import { listExport, type ListExport } from '#src/platform/export/declaration.ts';
import { ownQuery } from '#src/platform/export/request.ts';
import { ecartReader } from './ecarts.service.ts';
import { sessionService } from './sessions/sessions.service.ts';
import { releveValeurService, valeurService } from './valeurs/valeurs.service.ts';
import { venteService } from './valeurs/ventes.service.ts';
import { versementService } from './versements/versements.service.ts';

/** By resource path. */
export function caisseExports(db: Database, today: () => string): [string, ListExport][] {
  const [sessions, versements, ecarts] = [sessionService(db), versementService(db), ecartReader(db)];
  const [valeurs, ventes, releves] = [valeurService(db), venteService(db, today), releveValeurService(db)];
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
        narrow: (person, query) => sessions.narrow(person, ownQuery(caisseListQuery, query)),
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
        narrow: (person, query) => versements.narrow(person, ownQuery(caisseListQuery, query)),
      }),
    ],
    [
      'valeurs_inactives',
      listExport({
        title: RESOURCES.valeurs_inactives.many,
        file: 'valeurs-inactives',
        domain: 'caisse',
        screens: ['valeurs-inactives'],
        columns: valeurColumns,
        fields: valeurList.fields,
        narrow: (person, query) => valeurs.narrow(person, ownQuery(valeurQuery, query)),
      }),
    ],
    [
      'ventes_valeurs',
      listExport({
        title: RESOURCES.ventes_valeurs.many,
        file: 'ventes-de-valeurs',
        domain: 'caisse',
        screens: ['ventes-valeurs'],
        columns: venteColumns,
        fields: venteList.fields,
        narrow: (person, query) => ventes.narrow(person, ownQuery(venteQuerySchema, query)),
      }),
    ],
    [
      'releves_valeurs',
      listExport({
        title: RESOURCES.releves_valeurs.many,
        file: 'recu-vendu-rendu',
        domain: 'caisse',
        screens: ['valeurs-inactives'],
        columns: releveValeurColumns,
        fields: releveValeurList.fields,
        narrow: (person, query) => releves.narrow(person, ownQuery(releveValeurQuery, query)),
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
        narrow: (person, query) => ecarts.narrow(person, ownQuery(caisseListQuery, query)),
      }),
    ],
  ];
}
